package io.github.hpjvm.cli;

import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.bench.terminal.Console;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options that all campaigns have, whatever they measure, and how their results are shown. */
final class CampaignOptions {
    @Option(
            names = "--variants",
            paramLabel = "LIST",
            description = {
                "Of baseline, thp, hugetlb, hugetlbfs, thp-always, thp-defrag-defer, thp-defrag-defer+madvise,"
                        + " thp-defrag-never, mthp-64k, hugetlb-1g, malloc-thp, malloc-hugetlb, pretouch-off,"
                        + " thp-pretouch-off, hugetlb-pretouch-off.",
                "Default: the first three. Baseline is always measured."
            })
    private String variants;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description =
                    "Each variant is measured once in a round. A verdict needs six. Default: 6, or the profile's.")
    private String rounds;

    @Option(names = "--seed", paramLabel = "N", description = "Draws the order in a round. Default: a new one.")
    private String seed;

    @Option(
            names = "--provision",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description =
                    "Reserve the pool that the JVM needs and set the THP mode, as root; all is put back afterwards.")
    private String provision;

    @Option(
            names = "--precision",
            paramLabel = "P%",
            description = "Add rounds until each interval is that narrow, within the budget; for example 1%%.")
    private String precision;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "No round is begun that would end later: 20m, 90s, 1h30m. Default with --precision: 20m.")
    private String budget;

    @Option(
            names = "--disturbed",
            paramLabel = "keep|drop",
            description = "What becomes of rounds in which others had the CPUs. Default: keep, and mark them.")
    private String disturbed;

    @Option(
            names = "--clock",
            paramLabel = "cpu|wall",
            description =
                    "The time that decides verdicts. Default: CPU time for CPU-bound workloads of ours, else wall.")
    private String clock;

    @Option(
            names = "--interleave",
            paramLabel = "slices|forks",
            description = {
                "slices: the forks of a case are alive together and take turns, of milliseconds; servers of try, of one"
                        + " load each. forks: one runs after the other.",
                "Default: slices where memory, the benchmark and, of servers, the ports allow it."
            })
    private String interleave;

    @Option(
            names = "--gate",
            paramLabel = "CASES:VARIANT<=RATIO",
            description = {
                "Exit with 3 unless the whole interval lies at or below the ratio, on every case that the regular"
                        + " expression finds. Several: separated by a semicolon."
            })
    private String gate;

    @Option(
            names = "--wait",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Wait until another campaign on this host has ended. Default: end with exit code 1.")
    private String waits;

    @Option(
            names = "--export-markdown",
            paramLabel = "FILE",
            description = "Write the answer and its table as Markdown, for a ticket.")
    private String markdown;

    @Option(
            names = "--continue",
            paramLabel = "DIR",
            description = {
                "Add rounds to the campaign whose results are in this folder: --rounds of them, or as many as --budget"
                        + " allows. Its other options hold again."
            })
    private String continued;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = {
                "Where results.json, report.txt, report.html, what each fork or run printed and, of our own workloads,"
                        + " jmh.json go. Default: hp-bench-results."
            })
    private String out;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    /** What was typed, by option name; the caller may add its own. */
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

    /** Adds what was typed; null is what was not. */
    static void put(Map<String, String> given, String name, String text) {
        if (text != null) {
            given.put(name, text);
        }
    }

    /**
     * Shows the results on stdout and the gates that do not hold on stderr.
     *
     * @param command by which its lines on stderr begin
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
