package io.github.hpjvm.it.lab;

import io.github.hpjvm.bench.host.HostLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The launcher that the build made, on the JVM that runs the tests, with an environment without other settings. */
public final class Cli {
    private Cli() {}

    /** {@code hp-cli} itself. */
    public static Path launcher() {
        return Path.of(System.getProperty("hp.cli"));
    }

    /** The tree that {@code hp-cli} lies in. */
    public static Path tree() {
        return launcher().getParent().getParent();
    }

    /** The built launcher. Its JVM uses an archive of classes, which is made once for all tests. */
    public static Program with(Object... arguments) {
        Program program = at(launcher()).with(arguments);
        return ClassArchive.OPTION.isEmpty() ? program : program.set("HP_CLI_OPTS", ClassArchive.OPTION);
    }

    /**
     * The archive of hp-cli's classes (JEP 350). With it {@code advise} takes two thirds of the time. The JVM ignores an
     * archive of other jars or of another JDK.
     */
    private static final class ClassArchive {
        private static final String OPTION = make();

        private static String make() {
            String own = Long.toString(ProcessHandle.current().pid());
            Path target = Path.of(System.getProperty("hp.root"), "src-it", "target");
            Path file = target.resolve("hp-cli.jsa");
            Path made = target.resolve("hp-cli." + own + ".jsa");
            at(launcher())
                    .with("advise", own, "--fail-on", "never")
                    .set("HP_CLI_OPTS", "-Xshare:auto -XX:ArchiveClassesAtExit=" + made)
                    .run();
            if (Files.exists(made)) {
                replace(file, made);
            }
            return Files.exists(file) ? "-Xshare:auto -XX:SharedArchiveFile=" + file : "";
        }
    }

    /** Another JVM of the tests may use the old archive. */
    private static void replace(Path file, Path made) {
        try {
            Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Another launcher. */
    public static Program at(Path launcher) {
        return Program.of(launcher.toString())
                .unset(
                        "HP_CLI_OPTS",
                        "JAVA_HOME",
                        "JAVA_TOOL_OPTIONS",
                        "JDK_JAVA_OPTIONS",
                        "_JAVA_OPTIONS",
                        "NO_COLOR",
                        "JMH_PERF",
                        HostLock.HAND_OVER)
                .set("HP_CLI_JAVA", Jdks.running().java());
    }
}
