package io.github.hpjvm.it.lab;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The JVMs that can be tested here: those below the folders that the environment variable {@code HP_JDKS} names
 * (separated by colons; a Java home may lie up to four folders below), those that the system has installed, and the one
 * that runs the tests. The first found of a release is taken.
 */
public final class Jdks {
    private static final Path SYSTEM = Path.of("/usr/lib/jvm");
    private static final int DEPTH_OF_JAVA = 7;
    private static final Pattern VERSION = Pattern.compile("version[=\" ]+(?:1\\.)?(\\d+)", Pattern.CASE_INSENSITIVE);

    private static final Map<Integer, Jdk> BY_RELEASE = find();

    private Jdks() {}

    /** The JDK of a release, if this machine has one. */
    public static Optional<Jdk> of(int feature) {
        return Optional.ofNullable(BY_RELEASE.get(feature));
    }

    /** Those of these releases that this machine has, in their order. */
    public static List<Jdk> among(Integer... features) {
        return Stream.of(features).flatMap(feature -> of(feature).stream()).toList();
    }

    /** The JDK that runs the tests. */
    public static Jdk running() {
        return new Jdk(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
    }

    private static Map<Integer, Jdk> find() {
        Map<Integer, Jdk> found = new TreeMap<>();
        for (Path home : homes()) {
            release(home).ifPresent(feature -> found.putIfAbsent(feature, new Jdk(feature, home)));
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

    /** A jre folder inside a JDK 8 has a java too, but is not what anybody calls its home. */
    private static boolean isJava(Path path) {
        return path.endsWith("bin/java")
                && Files.isRegularFile(path)
                && Files.isExecutable(path)
                && !path.getParent().getParent().endsWith("jre");
    }

    private static OptionalInt release(Path home) {
        Path file = home.resolve("release");
        try {
            if (Files.isReadable(file)) {
                OptionalInt release = release(Files.readString(file));
                if (release.isPresent()) {
                    return release;
                }
            }
            Program.Ended ended =
                    Program.of(home.resolve("bin/java").toString(), "-version").run();
            return ended.exitCode() == 0 ? release(ended.err()) : OptionalInt.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OptionalInt release(String text) {
        Matcher matcher = VERSION.matcher(text);
        return matcher.find() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
