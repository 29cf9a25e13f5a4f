package io.github.hpjvm.cli;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.Continuation;
import io.github.hpjvm.bench.Jar;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.jar.JarOptions;
import io.github.hpjvm.bench.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Option(names = "--jvm", paramLabel = "HOME", description = "Java home to measure, 8 or newer. Default: ours.")
    private String jvm;

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

    @Mixin
    private CampaignOptions shared;

    @Parameters(
            paramLabel = "REGEX [-- JMH OPTIONS]",
            arity = "0..*",
            description = "With --jar: which of its benchmarks, and after two dashes what its JMH is told.")
    private List<String> jmh = List.of();

    @Override
    public Integer call() {
        Map<String, String> given = shared.given();
        CampaignOptions.put(given, "profile", profile);
        CampaignOptions.put(given, "workloads", workloads);
        CampaignOptions.put(given, "params", params);
        CampaignOptions.put(given, "jvm", jvm);
        CampaignOptions.put(given, "fragment", fragment);
        CampaignOptions.put(given, "profilers", profilers);
        Console console = Consoles.standard();
        Results results = jar == null ? ours(given, console) : theirs(given, console);
        return shared.show(results, console, "hp-cli bench run");
    }

    private Results ours(Map<String, String> given, Console console) {
        if (!jmh.isEmpty() || override || timeout != null) {
            throw new UsageException((jmh.isEmpty() ? "--override and --timeout" : "'" + jmh.get(0) + "'")
                    + " can be given with --jar FILE alone");
        }
        return Bench.measure(
                BenchOptions.parse(Continuation.complete(given), Profile.QUICK, BenchOptions.freshSeed()), console);
    }

    private Results theirs(Map<String, String> given, Console console) {
        for (String name : List.of("profile", "workloads", "params", "profilers")) {
            if (given.containsKey(name)) {
                throw new UsageException("--" + name + " is for our own workloads; with --jar say to JMH, after two"
                        + " dashes, what it is to do: -p name=value, -wi N, -i N, -prof NAME");
            }
        }
        JarOptions options = JarOptions.parse(jar, jmh, Optional.ofNullable(timeout), override);
        return Jar.measure(
                BenchOptions.parse(Continuation.complete(given), Profile.OWN, BenchOptions.freshSeed()),
                options,
                console);
    }
}
