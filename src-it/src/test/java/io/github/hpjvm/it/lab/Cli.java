package io.github.hpjvm.it.lab;

import io.github.hpjvm.bench.host.HostLock;
import java.nio.file.Path;

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

    /** The built launcher. */
    public static Program with(Object... arguments) {
        return at(launcher()).with(arguments);
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
