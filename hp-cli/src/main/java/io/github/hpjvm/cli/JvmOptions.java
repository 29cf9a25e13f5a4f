package io.github.hpjvm.cli;

import picocli.CommandLine.Parameters;

/** The options and the parameter that choose a JVM. */
final class JvmOptions extends JvmSourceOptions {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PID",
            description = "A process of this host, or a JVM of the snapshot.")
    private Long process;

    /** The choice that these options and the parameter describe. */
    JvmChoice choice() {
        return choice(process);
    }
}
