package io.github.hpjvm.cli.option;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The model of a command without annotations. The JVM makes a class for each type of annotation and of field when
 * picocli reads them, and no AOT cache (JEP 483) holds these classes: that is half of the time of a short run.
 */
public final class Options {
    /** Option of commands that read the memory of JVMs. */
    public static final String EXACT = "--exact";

    /** Its help. */
    public static final String EXACT_HELP = "Read all pages, and smaps of large heaps. Threads of the JVM may wait for"
            + " 10 ms for each GiB of base pages. Default: sample large heaps; hp-cli holds the lock of the JVM for at most 1 ms of CPU time.";

    private Options() {}

    /** A command that is run by {@code command}, with the settings that all commands share. */
    public static CommandSpec command(Object command, String name, String... exitCodes) {
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command).name(name);
        spec.usageMessage()
                .sortOptions(false)
                .exitCodeListHeading(ExitCodes.HEADING)
                .exitCodeList(UsageMessageSpec.keyValuesMap(exitCodes));
        return spec;
    }

    /** An option without a value. */
    public static OptionSpec flag(String name, String description) {
        return OptionSpec.builder(name)
                .type(boolean.class)
                .arity("0")
                .initialValue(false)
                .description(description)
                .build();
    }

    /** An option with a value of a type that picocli converts. {@link OptionSpec#getValue} is null if it is not given. */
    public static OptionSpec value(String name, String label, Class<?> type, String description) {
        return OptionSpec.builder(name)
                .type(type)
                .paramLabel(label)
                .description(description)
                .build();
    }

    /** The option {@code --format}. */
    public static OptionSpec format() {
        return OptionSpec.builder("--format")
                .type(Format.class)
                .paramLabel("text|json")
                .initialValue(Format.TEXT)
                .description(Format.HELP)
                .build();
    }
}
