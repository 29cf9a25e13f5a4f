package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.BenchOptions;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.Profile;
import io.github.hpjvm.bench.report.Console;
import io.github.hpjvm.bench.report.Results;
import io.github.hpjvm.bench.report.ResultsJson;
import io.github.hpjvm.bench.report.TextReport;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli bench run}: the options are the Maven properties {@code hp.*} under their own names. */
@Command(
        name = "run",
        description = {
            "Fork a JVM of every variant in shuffled rounds and compare them.",
            "",
            "Nothing on the host is changed unless you say --provision."
        },
        sortOptions = false)
final class BenchRun implements Callable<Integer> {
    @Option(names = "--profile", paramLabel = "NAME", description = "smoke, quick or full. Default: quick.")
    private String profile;

    @Option(names = "--workloads", paramLabel = "REGEX", description = "Which workloads. Default: all.")
    private String workloads;

    @Option(
            names = "--params",
            paramLabel = "NAME=V,V",
            description = "Values in place of the workload's own; for example size=1000,1000000.")
    private String params;

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

    @Option(names = "--rounds", paramLabel = "N", description = "Forks of each variant. A verdict needs six.")
    private String rounds;

    @Option(names = "--seed", paramLabel = "N", description = "Draws the order of forks. Default: a new one.")
    private String seed;

    @Option(names = "--jvm", paramLabel = "HOME", description = "Java home to measure, 8 or newer. Default: ours.")
    private String jvm;

    @Option(
            names = "--provision",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Reserve the pool and set the THP mode for the run, as root; all is put back afterwards.")
    private String provision;

    @Option(
            names = "--fragment",
            paramLabel = "P",
            description =
                    "With --provision: fragment free memory before each fork; of 100 blocks of the size of a huge page"
                            + " P keep a base page in use.")
    private String fragment;

    @Option(
            names = "--profilers",
            paramLabel = "LIST",
            description = "perfnorm, perfasm: each runs in a round of its own.")
    private String profilers;

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
            names = "--gate",
            paramLabel = "CASES:VARIANT<=RATIO",
            description = {
                "Exit with 3 unless the whole interval lies at or below the ratio, on every case that the regular"
                        + " expression finds. Several: separated by a semicolon."
            })
    private String gate;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "DIR",
            description = "Where results.json, jmh.json, report.txt and report.html go. Default: hp-bench-results.")
    private String out;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Map<String, String> given = new HashMap<>();
        put(given, "profile", profile);
        put(given, "workloads", workloads);
        put(given, "params", params);
        put(given, "variants", variants);
        put(given, "rounds", rounds);
        put(given, "seed", seed);
        put(given, "jvm", jvm);
        put(given, "provision", provision);
        put(given, "fragment", fragment);
        put(given, "profilers", profilers);
        put(given, "precision", precision);
        put(given, "budget", budget);
        put(given, "disturbed", disturbed);
        put(given, "gate", gate);
        put(given, "out", out);
        Console console = Consoles.standard();
        Results results = Bench.measure(BenchOptions.parse(given, Profile.QUICK, BenchOptions.freshSeed()), console);
        console.out()
                .print(
                        format == Format.JSON
                                ? ResultsJson.write(results)
                                : TextReport.write(results, console.outColour()));
        results.failedGates().forEach(line -> console.err().println("hp-cli bench run: " + line));
        return results.exitCode();
    }

    private static void put(Map<String, String> given, String name, String text) {
        if (text != null) {
            given.put(name, text);
        }
    }
}
