package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.Continuation;
import io.github.hpjvm.bench.Jar;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.jar.JarOptions;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli bench run}: runs a campaign. Its options are the Maven properties {@code hp.*}. */
@Command(
        name = "run",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "hp-cli bench run [OPTIONS]",
            "       hp-cli bench run [OPTIONS] --jar FILE [REGEX] [-- JMH OPTIONS]"
        },
        description = {
            "Measure workloads under each variant in shuffled rounds, and compare the variants. The workloads are those"
                    + " of hp-bench, or with --jar the benchmarks of a JMH jar, run by its own JMH (1.21 or newer).",
            "",
            "Changes no host setting unless --provision is given."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli bench run --profile quick",
            "  hp-cli bench run --jar target/benchmarks.jar",
            "  hp-cli bench run --jar target/benchmarks.jar 'Map.*get' -- \\",
            "      -p size=1000,1000000 -wi 3 -i 3 -jvmArgs -Xmx2g"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; a variant that did not get its pages is a result too",
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            ExitCodes.GATE,
            ExitCodes.PIPE
        })
final class BenchRun implements Callable<Integer> {
    @Option(names = "--profile", paramLabel = "NAME", description = "smoke, quick or full. Default: quick.")
    private String profile;

    @Option(
            names = "--workloads",
            paramLabel = "REGEX",
            description = "Workloads to measure. Default: ByteArrayTouch; profile full: nearly all.")
    private String workloads;

    @Option(
            names = "--params",
            paramLabel = "NAME=V,V",
            description = "Parameter values of the workloads; for example size=1000,1000000.")
    private String params;

    @Option(
            names = "--jvm",
            paramLabel = "HOME",
            description = "Java home of the JVM to measure, 8 or newer. Default: the JVM of hp-cli.")
    private String jvm;

    @Option(
            names = "--fragment",
            paramLabel = "P",
            description =
                    "With --provision: fragment free memory before each fork: P of 100 free huge-page blocks keep one"
                            + " base page in use.")
    private String fragment;

    @Option(names = "--profilers", paramLabel = "LIST", description = "perfnorm, perfasm; each in an additional round.")
    private String profilers;

    @Option(names = "--jar", paramLabel = "FILE", description = "JMH jar with the benchmarks to measure.")
    private String jar;

    @Option(names = "--override", description = "With --jar: replace page flags of the jar by those of the variant.")
    private boolean override;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            description = "With --jar: timeout per fork, such as 90s, 20m or 1h30m. Default: 30m.")
    private String timeout;

    @Mixin
    private CampaignOptions shared;

    @Parameters(
            paramLabel = "REGEX, JMH OPTIONS",
            hideParamSyntax = true,
            arity = "0..*",
            description = "With --jar: the benchmarks to measure, and after -- the options of JMH.")
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
        Results results = jar == null ? workloads(given, console) : jar(given, console);
        return shared.show(results, console, "hp-cli bench run");
    }

    private Results workloads(Map<String, String> given, Console console) {
        if (!jmh.isEmpty() || override || timeout != null) {
            throw new UsageException(
                    (jmh.isEmpty() ? "--override and --timeout need" : "'" + jmh.get(0) + "' needs") + " --jar FILE");
        }
        return Bench.measure(
                BenchOptions.parse(Continuation.complete(given), Profile.QUICK, BenchOptions.freshSeed()), console);
    }

    private Results jar(Map<String, String> given, Console console) {
        for (String name : List.of("profile", "workloads", "params", "profilers")) {
            if (given.containsKey(name)) {
                throw new UsageException("--" + name + " does not apply to --jar; give options of JMH after --:"
                        + " -p name=value, -wi N, -i N, -prof NAME");
            }
        }
        JarOptions options = JarOptions.parse(jar, jmh, Optional.ofNullable(timeout), override);
        return Jar.measure(
                BenchOptions.parse(Continuation.complete(given), Profile.OWN, BenchOptions.freshSeed()),
                options,
                console);
    }
}
