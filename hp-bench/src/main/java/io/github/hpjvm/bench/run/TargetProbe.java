package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.time.Patience;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads version and flags of a JVM by starting it. None of the user's arguments are passed. */
public final class TargetProbe {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** The system property that the launcher of the distribution sets. */
    private static final String BUNDLED = "hp.cli.bundled";

    private static final List<String> QUESTION = List.of(
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:+PrintFlagsFinal",
            "-XshowSettings:properties",
            "-version");

    private TargetProbe() {}

    /**
     * The Java home to measure if the user names none: the Java home of this process. No service uses the runtime of the
     * distribution, so the distribution measures JAVA_HOME, else the JVM of the java on PATH.
     */
    public static Path defaultHome() {
        Path own = Path.of(System.getProperty("java.home"));
        return Boolean.getBoolean(BUNDLED)
                ? installedHome(System.getenv("JAVA_HOME"), System.getenv("PATH"))
                        .orElse(own)
                : own;
    }

    /** The first home with an executable java. Either variable may be null. */
    static Optional<Path> installedHome(String javaHome, String path) {
        Stream<Path> named =
                javaHome == null || javaHome.isEmpty() ? Stream.empty() : Stream.of(Path.of(javaHome, "bin", "java"));
        Stream<Path> found = path == null
                ? Stream.empty()
                : Stream.of(path.split(File.pathSeparator))
                        .filter(folder -> !folder.isEmpty())
                        .map(folder -> Path.of(folder, "java"));
        return Stream.concat(named, found)
                .filter(java -> Files.isRegularFile(java) && Files.isExecutable(java))
                .findFirst()
                .flatMap(TargetProbe::home);
    }

    private static Optional<Path> home(Path java) {
        try {
            return Optional.of(java.toRealPath().resolveSibling("..").normalize());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * @param home a Java home
     * @throws UsageException if the folder has no {@code bin/java}
     * @throws BenchException if that java does not start, or does not name its VM
     * @throws InsufficientException if it is not a HotSpot JVM
     */
    public static TargetJvm probe(Path home) {
        Path java = home.toAbsolutePath().resolve("bin/java");
        if (!Files.isExecutable(java)) {
            // Below a folder that this user may not enter, a file neither exists nor does it not exist.
            if (!Files.exists(java) && !Files.notExists(java)) {
                throw new UsageException("jvm: " + home + ": permission denied; run as a user who may read it");
            }
            throw new UsageException(
                    "jvm: " + home + " is not a Java home (no executable bin/java in it); name the folder"
                            + " that contains bin/java");
        }
        Command.Output output;
        try {
            List<String> command = new java.util.ArrayList<>(List.of(java.toString()));
            command.addAll(QUESTION);
            output = Command.run(command, Patience.with(LIMIT));
        } catch (IOException e) {
            throw new BenchException("cannot start " + java + ": " + e.getMessage(), e);
        }
        if (output.exitCode() != 0) {
            throw new BenchException(java + " exits with " + output.exitCode() + ": "
                    + (output.err() + output.out()).lines().findFirst().orElse("(no message)"));
        }
        return parse(java, output.out() + "\n" + output.err());
    }

    /** Parses {@code -XX:+PrintFlagsFinal} and {@code -XshowSettings:properties} as HotSpot 8 to 28 print them. */
    static TargetJvm parse(Path java, String said) {
        Map<String, String> flags = new HashMap<>();
        Map<String, String> properties = new HashMap<>();
        said.lines().map(String::strip).forEach(line -> {
            String[] words = line.split("\\s+", 5);
            if (words.length >= 4 && (words[2].equals("=") || words[2].equals(":="))) {
                flags.put(words[1], words[3]);
            } else if (words.length >= 3 && words[1].equals("=") && words[0].startsWith("java.")) {
                properties.put(words[0], line.substring(line.indexOf('=') + 1).strip());
            }
        });
        if (!properties.containsKey("java.version") || !flags.containsKey("UseLargePages")) {
            String name = properties.getOrDefault("java.vm.name", "");
            String text = java + " is not a HotSpot JVM (" + (name.isEmpty() ? "no name" : name)
                    + "): hp-bench measures HotSpot 8 and newer";
            throw name.isEmpty() ? new BenchException(text) : new InsufficientException(text);
        }
        return new TargetJvm(
                java,
                version(java, properties.get("java.version")),
                properties.getOrDefault("java.runtime.version", properties.get("java.version")),
                properties.getOrDefault("java.vendor", "unknown vendor"),
                properties.getOrDefault("java.vm.name", "unknown VM"),
                flags);
    }

    private static JavaVersion version(Path java, String text) {
        try {
            return JavaVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BenchException("cannot parse the version of " + java + ": " + e.getMessage(), e);
        }
    }
}
