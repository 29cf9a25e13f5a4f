package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.FailedCampaignException;
import io.github.hpjvm.bench.options.CampaignOption;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of campaigns at a command, and the output of their results. */
final class CampaignOptions {
    // The order of the options: those of workloads, the command's own, those of every campaign, and last those of all
    // commands, whose order is picocli's default, -1.

    private static final int OF_WORKLOADS = -300;
    static final int OWN = -200;
    private static final int OF_ALL = -100;

    private CampaignOptions() {}

    /** Adds the options of every campaign to a command. */
    static final class OfCommands implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return add(command, true);
        }
    }

    /** Adds the options of every campaign, and those of campaigns with hp-bench's workloads. */
    static final class OfWorkloads implements IModelTransformer {
        @Override
        public CommandSpec transform(CommandSpec command) {
            return add(command, false);
        }
    }

    private static CommandSpec add(CommandSpec command, boolean ofCommands) {
        for (CampaignOption option : CampaignOption.values()) {
            if (option.appliesToCommands() || !ofCommands) {
                command.addOption(spec(option));
            }
        }
        return command.addOption(OptionSpec.builder("--format")
                .paramLabel("text|json")
                .description(Format.HELP)
                .type(Format.class)
                .initialValue(Format.TEXT)
                .order(OF_ALL + CampaignOption.values().length)
                .build());
    }

    @SuppressWarnings("EnumOrdinal") // the constants are in the order of the help
    private static OptionSpec spec(CampaignOption option) {
        String name = "--" + option.label();
        String[] names = option == CampaignOption.OUT ? new String[] {"-o", name} : new String[] {name};
        OptionSpec.Builder spec = OptionSpec.builder(names)
                .paramLabel(option.value())
                .order(option.ordinal() + (option.appliesToCommands() ? OF_ALL : OF_WORKLOADS))
                .description(option.help().stream()
                        .map(line -> line.replace("%", "%%"))
                        .toArray(String[]::new));
        if (option == CampaignOption.VARIANTS) {
            spec.completionCandidates(new VariantNames());
        }
        if (option.isRepeatable()) {
            return spec.type(List.class).auxiliaryTypes(String.class).arity("1").build();
        }
        spec.type(String.class);
        return option.isFlag()
                ? spec.arity("0..1").fallbackValue("true").build()
                : spec.arity("1").build();
    }

    /** Returns the given values by option name. The caller may add its own options. */
    static Map<String, String> given(CommandSpec command) {
        Map<String, String> given = new HashMap<>();
        for (CampaignOption option : CampaignOption.values()) {
            OptionSpec spec = command.findOption("--" + option.label());
            if (spec != null) {
                if (option.isRepeatable()) {
                    putAll(given, option.label(), spec.getValue());
                } else {
                    put(given, option.label(), spec.getValue());
                }
            }
        }
        return given;
    }

    /** Adds the values of a repeated option, a line for each; null means an option that was not given. */
    static void putAll(Map<String, String> given, String name, List<String> texts) {
        if (texts != null && !texts.isEmpty()) {
            texts.forEach(text -> requireValue(name, text));
            given.put(name, String.join("\n", texts));
        }
    }

    /** Adds a value; null means an option that was not given. */
    static void put(Map<String, String> given, String name, String text) {
        if (text != null) {
            requireValue(name, text);
            given.put(name, text);
        }
    }

    /**
     * Checks that an option has a value: an empty one comes from a variable of the shell that is not set, and a gate that
     * counted as not given would pass.
     *
     * @throws UsageException if the text is blank
     */
    static void requireValue(String name, String text) {
        if (text.isBlank()) {
            throw new UsageException(name + ": the value is empty; type --" + name + " with a value, or omit it");
        }
    }

    /**
     * Runs a campaign; prints its results to stdout, also if it ends early or its files cannot be written, and failed gates and variants to stderr.
     *
     * @param spec has the option of the format
     * @param command the prefix of lines on stderr
     * @return the exit code
     */
    static int show(CommandSpec spec, Supplier<Results> campaign, Console console, String command) {
        try {
            return show(spec, campaign.get(), console, command);
        } catch (FailedCampaignException e) {
            show(spec, e.results(), console, command);
            throw e;
        }
    }

    private static int show(CommandSpec spec, Results results, Console console, String command) {
        Format format = spec.findOption("--format").getValue();
        console.out()
                .print(
                        format == Format.JSON
                                ? ResultsJson.write(results)
                                : TextReport.write(results, console.outColour()));
        results.failedGates().forEach(line -> console.err().println(command + ": " + line));
        results.failedVariants().forEach(line -> console.err().println(command + ": " + line));
        return results.exitCode();
    }
}
