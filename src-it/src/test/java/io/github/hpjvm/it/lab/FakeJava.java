package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Java homes whose {@code bin/java} is a script. */
public final class FakeJava {
    private FakeJava() {}

    /** Creates a java that drops its page flags before it starts the JVM. */
    public static Path thatDrops(Path home, Jdk real, String... flags) {
        return script(home, """
                for word do
                  shift
                  case $word in %s) ;; *) set -- "$@" "$word" ;; esac
                done
                exec '%s' "$@"
                """.formatted(String.join("|", flags), real.java()));
    }

    /** Creates a java that ends at once, with 1, if it gets this flag; an empty flag means any fork. */
    public static Path thatDiesOf(Path home, Jdk real, String flag) {
        return script(home, """
                for word do
                  case $word in %s) echo 'no, not today' >&2; exit 1 ;; esac
                done
                exec '%s' "$@"
                """.formatted(flag, real.java()));
    }

    /** Creates a java that only prints. */
    public static Path thatPrints(Path home, String text) {
        return script(home, "cat >&2 <<'END'\n" + text + "\nEND\n");
    }

    private static Path script(Path home, String body) {
        try {
            Path bin = Files.createDirectories(home.resolve("bin"));
            Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\n" + body);
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
