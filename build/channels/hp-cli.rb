class HpCli < Formula
  desc "Huge pages for the JVM on Linux: advice, prediction, benchmarks"
  homepage "https://github.com/hpjvm/hp-jvm"
  url "https://github.com/hpjvm/hp-jvm/releases/download/v@version@/hp-cli-@version@.tar.gz"
  sha256 "@sha256@"
  license "Apache-2.0"

  depends_on :linux
  depends_on "openjdk"

  def install
    libexec.install Dir["*"]
    (bin/"hp-cli").write_env_script libexec/"bin/hp-cli", Language::Java.overridable_java_home_env
    generate_completions_from_executable(bin/"hp-cli", "completion")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/hp-cli --version")
    assert_match "HP-101", shell_output("#{bin}/hp-cli explain HP-101")
  end
end
