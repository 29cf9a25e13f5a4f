package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Requirements of a test on the machine: the test is skipped with a message if one is missing. Without a JDK it fails under
 * {@code -Dhp.jdks.required}.
 */
public final class Needs {
    private Needs() {}

    public static void that(boolean given, String what) {
        if (!given) {
            abort("this machine lacks: " + what);
        }
    }

    /**
     * Skips a test that takes longer than CI may: it belongs to {@code -Plab}, and nothing is missing if it is left
     * out.
     */
    public static void lab() {
        if (!Boolean.getBoolean("hp.lab")) {
            abort("runs under -Plab only");
        }
    }

    /** Needs THP for a JVM that requests them, without changing the host. */
    public static void thp() {
        boolean granted = Files.isReadable(HostState.ENABLED)
                && !HostState.value(HostState.ENABLED).equals("never");
        that(granted, "THP mode madvise or always");
    }

    public static void root() {
        that(isRoot(), "root");
    }

    public static Jdk jdk(int feature) {
        Optional<Jdk> jdk = Jdks.of(feature);
        String what = "a JDK " + feature + " (HP_JDKS names folders with Java homes)";
        if (jdk.isEmpty() && Boolean.getBoolean("hp.jdks.required")) {
            fail("hp.jdks.required is set, and this machine lacks: " + what);
        }
        that(jdk.isPresent(), what);
        return jdk.orElseThrow();
    }

    /** Returns a program on PATH. */
    public static Path program(String name) {
        Optional<Path> found = onPath(name);
        that(found.isPresent(), name + " on PATH");
        return found.orElseThrow();
    }

    /** Returns kubectl: the one that HP_KUBECTL names, or that on PATH. */
    public static String kubectl() {
        String named = System.getenv("HP_KUBECTL");
        return named == null ? program("kubectl").toString() : named;
    }

    /** Returns the first of these programs that is on PATH. CI does not install them, so all may be missing. */
    public static Path oneOf(String... names) {
        for (String name : names) {
            Optional<Path> found = onPath(name);
            if (found.isPresent()) {
                return found.get();
            }
        }
        return abort("this machine has none of " + String.join(", ", names) + " on PATH");
    }

    private static Optional<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
