package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.console.terminal.Console;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options of all campaigns, and the output of their results. */
final class CampaignOptions {
    @Option(
            names = "--variants",
            paramLabel = "LIST",
            completionCandidates = VariantNames.class,
            description = {
                "Variants to compare: ${COMPLETION-CANDIDATES}.",
                "Default: the first three. Baseline is always included."
            })
    private String variants;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Number of rounds. Each measures every variant once; a verdict needs 6. Default: the number of"
                            + " the profile, or 6.")
    private String rounds;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the order within a round. Default: random.")
    private String seed;

    @Option(
            names = "--provision",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Set the pool and the THP mode for the campaign, and restore both afterwards. Needs root.")
    private String provision;

    @Option(
            names = "--precision",
            paramLabel = "P%",
            description =
                    "Add rounds until each interval is this narrow, within the budget. Default with --budget: 1%%.")
    private String precision;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "Start no round that would end after this time: 90s, 20m, 1h30m. Default with --precision: 20m.")
    private String budget;

    @Option(
            names = "--disturbed",
            paramLabel = "keep|drop",
            description = "Rounds during which the machine was busy. Default: keep them, marked.")
    private String disturbed;

    @Option(
            names = "--clock",
            paramLabel = "cpu|wall",
            description =
                    "Clock of the verdicts. Default: CPU time for CPU-bound workloads of hp-bench, else wall time.")
    private String clock;

    @Option(
            names = "--interleave",
            paramLabel = "slices|forks",
            description = {
                "slices: the forks of a case run at the same time and take turns of milliseconds; servers of try take"
                        + " turns of one load. forks: one fork after the other.",
                "Default: slices if memory, the benchmark and the ports of servers allow it."
            })
    private String interleave;

    @Option(
            names = "--gate",
            paramLabel = "CASES:VARIANT<=RATIO",
            description = {
                "Exit with 3 unless the whole interval is at or below the ratio, in each case that matches the regular"
                        + " expression. Separate several gates by semicolons."
            })
    private String gate;

    @Option(
            names = "--wait",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Wait until the running campaign on this host ends. Default: exit code 1.")
    private String waits;

    @Option(
            names = "--export-markdown",
            paramLabel = "FILE",
            description = "Write the result as Markdown, for a ticket.")
    private String markdown;

    @Option(
            names = "--continue",
            paramLabel = "DIR",
            description = {
                "Add rounds to the campaign whose results are in this folder: as many as --rounds says, or as fit into"
                        + " --budget. Its other options apply again."
            })
    private String continued;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = {
                "Folder of results.json, report.txt, report.html, jmh.json and the output of each fork. Default:"
                        + " hp-bench-results."
            })
    private String out;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    /** The given values by option name. The caller may add its own options. */
    Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        put(given, "variants", variants);
        put(given, "rounds", rounds);
        put(given, "seed", seed);
        put(given, "provision", provision);
        put(given, "precision", precision);
        put(given, "budget", budget);
        put(given, "disturbed", disturbed);
        put(given, "clock", clock);
        put(given, "interleave", interleave);
        put(given, "gate", gate);
        put(given, "wait", waits);
        put(given, "export-markdown", markdown);
        put(given, "continue", continued);
        put(given, "out", out);
        return given;
    }

    /** Adds a value; null means an option that was not given. */
    static void put(Map<String, String> given, String name, String text) {
        if (text != null) {
            given.put(name, text);
        }
    }

    /**
     * Prints the results to stdout and failed gates to stderr.
     *
     * @param command the prefix of lines on stderr
     * @return the exit code
     */
    int show(Results results, Console console, String command) {
        console.out()
                .print(
                        format == Format.JSON
                                ? ResultsJson.write(results)
                                : TextReport.write(results, console.outColour()));
        results.failedGates().forEach(line -> console.err().println(command + ": " + line));
        return results.exitCode();
    }
}
