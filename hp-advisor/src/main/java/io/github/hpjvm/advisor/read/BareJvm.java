package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * What a JVM says of itself when it is started with {@code -XX:+PrintFlagsFinal -version} and nothing else: no argument,
 * no variable and no file of anybody's reaches it.
 *
 * @param identity which one it is
 * @param flags its flags, with the values that it chose on this host
 */
record BareJvm(VmIdentity identity, Map<String, VmFlag> flags) {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int LONGEST = 1 << 20;
    private static final Path FOLDER = Path.of("/");
    private static final List<String> VARIABLES = List.of(
            "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "JDK_AOT_VM_OPTIONS", "_JAVA_LAUNCHER_DEBUG");

    /** Asks it. */
    static Fact<BareJvm> ask(JavaHome java) {
        String source = java.java() + " -XX:+PrintFlagsFinal -version";
        ProcessBuilder builder = new ProcessBuilder(java.java().toString(), "-XX:+PrintFlagsFinal", "-version")
                .directory(FOLDER.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true);
        builder.environment().keySet().removeAll(VARIABLES);
        try {
            Process process = builder.start();
            try (Watch watch = new Watch(process)) {
                String said = read(process.getInputStream());
                if (said.length() >= LONGEST) {
                    return Fact.absent(Reason.MALFORMED, Source.of(source, "it does not stop talking"), "");
                }
                boolean ended = process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
                return ended && !watch.rang()
                        ? of(process.exitValue(), said, java, source)
                        : Fact.absent(Reason.TIMED_OUT, Source.of(source), "");
            }
        } catch (IOException e) {
            return Fact.absent(Reason.DENIED, Source.of(source, String.valueOf(e.getMessage())), "make it executable");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Fact.absent(Reason.TIMED_OUT, Source.of(source), "");
        }
    }

    private static String read(InputStream out) throws IOException {
        return new String(out.readNBytes(LONGEST), StandardCharsets.UTF_8);
    }

    /** Ends a process that takes too long, and also one that writes more than is read. */
    private static final class Watch implements AutoCloseable {
        private final Process process;
        private final Thread thread = new Thread(this::run, "hp-bare-jvm");
        private volatile boolean rang;

        Watch(Process process) {
            this.process = process;
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try {
                if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    rang = true;
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        boolean rang() {
            return rang;
        }

        @Override
        public void close() {
            thread.interrupt();
            process.destroyForcibly();
        }
    }

    private static Fact<BareJvm> of(int exitCode, String said, JavaHome java, String source) {
        Map<String, VmFlag> flags = VmFlags.parse(said);
        if (exitCode != 0 || !said.contains("version \"")) {
            return Fact.absent(
                    Reason.MALFORMED,
                    Source.of(
                            source,
                            "exit code " + exitCode,
                            said.lines().findFirst().orElse("")),
                    "this java does not start: see what it says to java -version");
        }
        return Fact.known(new BareJvm(identity(said, java), flags), Source.of(source));
    }

    /** {@code openjdk version "21.0.9" 2025-10-21 LTS}, and the VM in the third line. */
    static VmIdentity identity(String said, JavaHome java) {
        VmIdentity file = java.release();
        int from = said.indexOf("version \"") + "version \"".length();
        Optional<JavaVersion> release = Identity.release(said.substring(from, said.indexOf('"', from)));
        VmKind kind = said.contains("OpenJ9") ? VmKind.OPENJ9 : said.contains(" VM ") ? VmKind.HOTSPOT : VmKind.OTHER;
        String build = said.lines()
                .filter(line -> line.contains(" VM ") && line.contains("(build "))
                .findFirst()
                .map(line -> line.substring(line.indexOf("(build ") + 7))
                .map(rest -> rest.substring(0, rest.indexOf(',') < 0 ? 0 : rest.indexOf(',')))
                .orElse("");
        Optional<JavaVersion> known = release.or(file::release);
        String version = Identity.version(known, build);
        return new VmIdentity(kind, known, version, file.vendor(), Optional.empty(), Optional.empty());
    }
}
