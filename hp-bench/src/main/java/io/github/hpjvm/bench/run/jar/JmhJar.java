package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/**
 * A jar that runs JMH. The list of JMH's annotation processor in the jar holds its annotations; no class of the jar is
 * loaded.
 *
 * @param file the jar
 * @param main the class that {@code java -jar} starts
 * @param benchmarks all benchmarks of the jar
 */
record JmhJar(Path file, String main, List<ListedBenchmark> benchmarks) {
    private static final String LIST = "META-INF/BenchmarkList";
    private static final String ARMOUR = "org/openjdk/jmh/util/lines/Armor.class";
    private static final int LONGEST_LIST = 16 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    JmhJar {
        benchmarks = List.copyOf(benchmarks);
    }

    /**
     * @throws UsageException if the file does not exist, or contains no list of benchmarks
     */
    static JmhJar read(Path file) {
        NamedInput.requireRegular(file);
        List<ListedBenchmark> entries = new ArrayList<>();
        String main;
        try {
            main = main(file);
            Set<Path> all = classPath(file);
            all.removeIf(one -> !Files.isRegularFile(one));
            boolean armoured = false;
            for (Path one : all) {
                armoured |= has(one, ARMOUR);
            }
            for (Path one : all) {
                entries.addAll(list(one, armoured));
            }
            entries.sort(Comparator.comparing(ListedBenchmark::entry));
        } catch (IOException | RuntimeException e) {
            throw new UsageException("jar: " + file + " cannot be read: " + e.getMessage());
        }
        if (entries.isEmpty()) {
            throw new UsageException(
                    "jar: " + file + " contains no JMH benchmarks (no " + LIST + " in it or in its Class-Path)");
        }
        return new JmhJar(file, main, entries);
    }

    /** The class that {@code java -jar} starts; the main class of JMH if the manifest names none. */
    private static String main(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            String main = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            return main == null ? "org.openjdk.jmh.Main" : main.strip();
        }
    }

    /** The jar and the jars that its manifest names. */
    private static Set<Path> classPath(Path file) throws IOException {
        Set<Path> all = new LinkedHashSet<>(List.of(file));
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            String more = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String name : more == null ? new String[0] : more.strip().split("\\s+")) {
                URI place = file.toAbsolutePath().toUri().resolve(name);
                if (place.getScheme().equals("file") && name.endsWith(".jar")) {
                    all.add(Path.of(place));
                }
            }
        }
        return all;
    }

    private static boolean has(Path file, String name) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getEntry(name) != null;
        }
    }

    private static List<ListedBenchmark> list(Path file, boolean armoured) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            ZipEntry entry = jar.getEntry(LIST);
            if (entry == null) {
                return List.of();
            }
            try (InputStream in = jar.getInputStream(entry)) {
                byte[] bytes = in.readNBytes(LONGEST_LIST + 1);
                if (bytes.length > LONGEST_LIST) {
                    throw new IOException(LIST + " in it is larger than " + (LONGEST_LIST >> 20) + " MiB");
                }
                return new String(bytes, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .map(line -> ListedBenchmark.parse(line, armoured))
                        .toList();
            }
        }
    }

    /**
     * Checks that the JMH in the jar accepts profilers. It creates them before it looks for benchmarks (Runner.internalRun), so
     * the expression that matches none ends it.
     *
     * @param profilers the options that name them
     * @throws UsageException if it cannot create one
     */
    void requireProfilers(Path java, List<String> profilers) {
        if (profilers.isEmpty()) {
            return;
        }
        List<String> command =
                new ArrayList<>(List.of(java.toString(), "-Djmh.ignoreLock=true", "-jar", file.toString()));
        command.addAll(profilers);
        command.add("^(?!)$");
        refusal(output(command).err()).ifPresent(why -> {
            throw new UsageException(
                    "jmh options: " + String.join(" ", profilers) + " cannot be used with " + file + ": " + why);
        });
    }

    /** The reason why JMH could not create its profilers, of what it prints to stderr (Main of JMH); empty if it could. */
    static Optional<String> refusal(String err) {
        List<String> lines = err.lines().filter(line -> !line.isBlank()).toList();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("Profilers failed to initialize")) {
                String why = i + 1 < lines.size() ? lines.get(i + 1).strip() : lines.get(i);
                return Optional.of(why.replace("java.lang.ClassNotFoundException: ", "no profiler "));
            }
        }
        return Optional.empty();
    }

    private Command.Output output(List<String> command) {
        try {
            return Command.run(command, Patience.with(LIMIT));
        } catch (IOException e) {
            throw new BenchException("cannot run " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The names of the benchmarks that JMH itself finds for these expressions, in its order. Proves that the jar runs
     * on this JVM, and that its main class is JMH's.
     *
     * @throws UsageException if the main class is not JMH, or no benchmark matches
     */
    Set<String> found(Path java, List<String> includes, List<String> excludes) {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-jar", file.toString(), "-l"));
        excludes.forEach(it -> command.addAll(List.of("-e", it)));
        command.addAll(includes);
        Command.Output output = output(command);
        List<String> lines = output.out().lines().map(String::strip).toList();
        int heading = lines.indexOf("Benchmarks:");
        if (output.exitCode() != 0 || heading < 0) {
            throw new UsageException("jar: 'java -jar " + file + " -l' does not list benchmarks: "
                    + (output.err() + output.out())
                            .lines()
                            .filter(line -> !line.isBlank())
                            .findFirst()
                            .orElse("no output"));
        }
        Set<String> names = new LinkedHashSet<>(lines.subList(heading + 1, lines.size()));
        names.removeIf(String::isEmpty);
        if (names.isEmpty()) {
            throw new UsageException("no benchmark of " + file + " matches " + includes + "; available: "
                    + String.join(
                            ", ",
                            benchmarks.stream()
                                    .map(it -> it.entry().getUsername())
                                    .distinct()
                                    .toList()));
        }
        return names;
    }
}
