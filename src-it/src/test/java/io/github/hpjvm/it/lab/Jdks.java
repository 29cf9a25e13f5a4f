package io.github.hpjvm.it.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JVMs that tests can use here: those below the folders that the environment variable {@code HP_JDKS} names
 * (separated by colons; a Java home may be up to four folders below), those that the system has installed, and the one
 * that runs the tests. The first found of a release is used.
 */
public final class Jdks {
    private static final Path SYSTEM = Path.of("/usr/lib/jvm");
    private static final int DEPTH_OF_JAVA = 7;
    private static final Pattern VERSION =
            Pattern.compile("version[=\" ]+(?:1\\.)?(\\d+(?:[._]\\d+)*)", Pattern.CASE_INSENSITIVE);

    private static final Map<String, Jdk> BUILDS = find();

    private Jdks() {}

    /** Returns the JDK of a release, if this machine has one. */
    public static Optional<Jdk> of(int feature) {
        return named(Integer.toString(feature));
    }

    /** Returns the feature release of a label: 17 of {@code 17.0.2}. */
    public static int feature(String label) {
        return Integer.parseInt(label.split("\\.", 2)[0]);
    }

    /**
     * Returns the labels of all builds of a release. The first one is the release itself, {@code 17}, for the JDK that
     * {@link #of} returns; others are versions: {@code 17.0.2}.
     */
    public static List<String> labels(int feature) {
        return BUILDS.keySet().stream()
                .filter(label -> feature(label) == feature)
                .toList();
    }

    /** Returns the JDK with a label. */
    public static Optional<Jdk> named(String label) {
        return Optional.ofNullable(BUILDS.get(label));
    }

    /** Returns those of these releases that this machine has, in their order. */
    public static List<Jdk> among(Integer... features) {
        return Stream.of(features).flatMap(feature -> of(feature).stream()).toList();
    }

    /** Returns all builds. */
    public static List<Jdk> all() {
        return List.copyOf(BUILDS.values());
    }

    /** Returns the JDK that runs the tests. */
    public static Jdk running() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    private static Map<String, Jdk> find() {
        Map<String, Jdk> found = new LinkedHashMap<>();
        for (Path home : homes()) {
            version(home).ifPresent(version -> {
                int feature = feature(version);
                String release = Integer.toString(feature);
                found.putIfAbsent(found.containsKey(release) ? version : release, new Jdk(feature, home));
            });
        }
        return found;
    }

    private static Set<Path> homes() {
        List<Path> folders = new ArrayList<>();
        Arrays.stream(Optional.ofNullable(System.getenv("HP_JDKS")).orElse("").split(File.pathSeparator))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .forEach(folders::add);
        folders.add(SYSTEM);
        Set<Path> homes = new LinkedHashSet<>();
        folders.stream().filter(Files::isDirectory).forEach(folder -> homes.addAll(homesBelow(folder)));
        homes.add(running().home());
        return homes;
    }

    private static List<Path> homesBelow(Path folder) {
        try (Stream<Path> all = Files.find(folder, DEPTH_OF_JAVA, (path, attributes) -> isJava(path))) {
            return all.map(java -> java.getParent().getParent()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns whether the path is a Java home. The jre folder inside a JDK 8 has a java too, but is not a home. */
    private static boolean isJava(Path path) {
        return path.endsWith("bin/java")
                && Files.isRegularFile(path)
                && Files.isExecutable(path)
                && !path.getParent().getParent().endsWith("jre");
    }

    /** Returns the version without its leading {@code 1.}: {@code 17.0.2}, {@code 8.0_504}. */
    private static Optional<String> version(Path home) {
        Path file = home.resolve("release");
        try {
            if (Files.isReadable(file)) {
                Optional<String> version = version(Files.readString(file));
                if (version.isPresent()) {
                    return version;
                }
            }
            Program.Ended ended =
                    Program.of(home.resolve("bin/java").toString(), "-version").run();
            return ended.exitCode() == 0 ? version(ended.err()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> version(String text) {
        Matcher matcher = VERSION.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
