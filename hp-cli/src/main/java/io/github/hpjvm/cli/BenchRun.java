package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.BenchOptions;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.Jar;
import io.github.hpjvm.bench.Profile;
import io.github.hpjvm.bench.UsageException;
import io.github.hpjvm.bench.report.Console;
import io.github.hpjvm.bench.report.Results;
import io.github.hpjvm.bench.report.ResultsJson;
import io.github.hpjvm.bench.report.TextReport;
import io.github.hpjvm.bench.run.jar.JarOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli bench run}: the options are the Maven properties {@code hp.*} under their own names. */
@Command(
        name = "run",
        description = {
            "Fork a JVM of every variant in shuffled rounds and compare them: workloads of ours, or with --jar the"
                    + " benchmarks of a JMH jar of yours, by the JMH 1.21 or newer that is in it.",
            "",
            "Nothing on the host is changed unless you say --provision."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli bench run --profile quick",
            "  hp-cli bench run --jar target/benchmarks.jar",
            "  hp-cli bench run --jar target/benchmarks.jar 'Map.*get' -- -p size=1000,1000000 -wi 3 -i 3 -jvmArgs -Xmx2g"
        })
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
            description =
                    "Where results.json, report.txt, report.html and, of our own workloads, jmh.json go. Default: hp-bench-results.")
    private String out;

    @Option(names = "--jar", paramLabel = "FILE", description = "A JMH jar of yours, in place of our workloads.")
    private String jar;

    @Option(
            names = "--override",
            description = "With --jar: let the variant win where the jar has page flags of its own.")
    private boolean override;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "With --jar: a fork that takes longer is killed: 20m, 90s, 1h30m. Default: 30m.")
    private String timeout;

    @Parameters(
            paramLabel = "REGEX [-- JMH OPTIONS]",
            arity = "0..*",
            description = "With --jar: which of its benchmarks, and after two dashes what its JMH is told.")
    private List<String> jmh = List.of();

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
        Results results = jar == null ? ours(given, console) : theirs(given, console);
        console.out()
                .print(
                        format == Format.JSON
                                ? ResultsJson.write(results)
                                : TextReport.write(results, console.outColour()));
        results.failedGates().forEach(line -> console.err().println("hp-cli bench run: " + line));
        return results.exitCode();
    }

    private Results ours(Map<String, String> given, Console console) {
        if (!jmh.isEmpty() || override || timeout != null) {
            throw new UsageException((jmh.isEmpty() ? "--override and --timeout" : "'" + jmh.get(0) + "'")
                    + " can be given with --jar FILE alone");
        }
        return Bench.measure(BenchOptions.parse(given, Profile.QUICK, BenchOptions.freshSeed()), console);
    }

    private Results theirs(Map<String, String> given, Console console) {
        for (String name : List.of("profile", "workloads", "params", "profilers")) {
            if (given.containsKey(name)) {
                throw new UsageException("--" + name + " is for our own workloads; with --jar say to JMH, after two"
                        + " dashes, what it is to do: -p name=value, -wi N, -i N, -prof NAME");
            }
        }
        JarOptions options = JarOptions.parse(jar, jmh, Optional.ofNullable(timeout), override);
        return Jar.measure(BenchOptions.parse(given, Profile.OWN, BenchOptions.freshSeed()), options, console);
    }

    private static void put(Map<String, String> given, String name, String text) {
        if (text != null) {
            given.put(name, text);
        }
    }
}
