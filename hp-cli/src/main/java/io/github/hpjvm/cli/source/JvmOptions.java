package io.github.hpjvm.cli.source;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The options and the parameter that choose a JVM. */
public final class JvmOptions {
    private final PositionalParamSpec process = PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .type(Long.class)
            .paramLabel("PID")
            .description("A process of this host, or a JVM of the snapshot.")
            .build();

    private final JvmSourceOptions source = new JvmSourceOptions();

    /** Adds these options to a command, and returns it. */
    public CommandSpec addTo(CommandSpec command) {
        return source.addTo(command.addPositional(process));
    }

    /** The choice that these options and the parameter describe. */
    public JvmChoice choice() {
        return source.choice("hp-cli advise", process.getValue());
    }
}
