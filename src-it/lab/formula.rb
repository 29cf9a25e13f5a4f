# Installs and tests a formula of Homebrew without Homebrew: ruby formula.rb FORMULA ARCHIVE PREFIX
# It has only the methods that the formula uses, with the meaning of Homebrew's Library/Homebrew (formula.rb,
# extend/pathname.rb, language/java.rb). JAVA_HOME takes the place of openjdk.
require "digest"
require "fileutils"
require "pathname"
require "shellwords"

class Pathname
  def install(*files)
    mkpath
    FileUtils.cp_r(files.flatten, to_s, preserve: true)
  end

  def write_env_script(target, variables)
    dirname.mkpath
    words = variables.map { |name, value| "#{name}=\"#{value}\"" }.join(" ")
    write("#!/bin/bash\n#{words} exec \"#{target}\" \"$@\"\n")
    chmod(0o555)
  end
end

module Language
  module Java
    def self.overridable_java_home_env
      { JAVA_HOME: "${JAVA_HOME:-#{ENV.fetch("JAVA_HOME")}}" }
    end
  end
end

class Formula
  FIELDS = %i[desc homepage url sha256 license].freeze
  class << self
    attr_reader :fields, :dependencies, :check

    FIELDS.each { |name| define_method(name) { |text| (@fields ||= {})[name] = text } }

    def depends_on(name)
      (@dependencies ||= []) << name
    end

    def test(&block)
      @check = block
    end
  end

  def initialize(prefix)
    @prefix = Pathname(prefix)
  end

  def bin = @prefix/"bin"
  def libexec = @prefix/"libexec"
  def version = self.class.fields[:url][%r{/v([0-9.]+)/}, 1]

  def shell_output(command)
    output = `#{command}`
    raise "#{command}: #{$?.exitstatus}" unless $?.success?
    output
  end

  def assert_match(expected, actual)
    raise "no #{expected} in #{actual}" unless actual.include?(expected)
  end

  def generate_completions_from_executable(*command)
    %w[bash zsh fish].each do |shell|
      raise "no completion for #{shell}" if shell_output(Shellwords.join([*command, shell])).empty?
    end
  end
end

formula, archive, prefix = ARGV
load formula
missing = Formula::FIELDS - HpCli.fields.keys
raise "missing: #{missing}" unless missing.empty?
raise "sha256 of another file" unless Digest::SHA256.file(archive).hexdigest == HpCli.fields[:sha256]
raise "url of another file" unless File.basename(HpCli.fields[:url]) == File.basename(archive)
raise "no Linux" unless HpCli.dependencies.include?(:linux)

made = HpCli.new(prefix)
stage = Pathname(prefix)/"stage"
stage.mkpath
raise "not unpacked" unless system("tar", "-xzf", File.expand_path(archive), "--strip-components=1", "-C", stage.to_s)
Dir.chdir(stage) { made.install }
stage.rmtree
made.instance_eval(&HpCli.check)
puts "#{HpCli.name} #{made.version}: installed and tested"
