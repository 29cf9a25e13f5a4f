package io.github.hpjvm.cli.bench;

import io.github.hpjvm.bench.Bench;
import io.github.hpjvm.bench.Continuation;
import io.github.hpjvm.bench.Jar;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.run.jar.JarOptions;
import io.github.hpjvm.bench.run.jar.JmhWords;
import io.github.hpjvm.bench.run.jar.NamedJars;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
        modelTransformer = CampaignOptions.OfWorkloads.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli bench run --profile quick",
            "  hp-cli bench run --jar target/benchmarks.jar",
            "  hp-cli bench run --jar base.jar --against head.jar",
            "  hp-cli bench run --variant zgc=-XX:+UseZGC --variant jdk25=jvm:/opt/jdk-25",
            "  hp-cli bench run --jar target/benchmarks.jar 'Map.*get' -- \\",
            "      -p size=1000,1000000 -wi 3 -i 3 -jvmArgs -Xmx2g"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; a variant that did not get its pages is a result too",
            "1:internal or host error; also: no fork succeeded, or with --jar none of a variant",
            ExitCodes.USAGE,
            ExitCodes.GATE,
            ExitCodes.NO_HOTSPOT,
            "130:ended by Ctrl-C, after the report of the completed rounds",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the report of the completed rounds"
        })
final class BenchRun implements Callable<Integer> {
    @Option(
            names = "--jar",
            order = CampaignOptions.OWN,
            paramLabel = "FILE",
            description = "JMH jar with the benchmarks to measure.")
    private String jar;

    @Option(
            names = "--against",
            order = CampaignOptions.OWN + 1,
            paramLabel = "FILE",
            description = "With --jar: compare with the same benchmarks of this jar, as variant b. Without --variants,"
                    + " both run as they are.")
    private String against;

    @Option(
            names = "--override",
            order = CampaignOptions.OWN + 2,
            description = "With --jar: replace page flags of the jar by those of the variant.")
    private boolean override;

    @Option(
            names = "--timeout",
            order = CampaignOptions.OWN + 3,
            paramLabel = "TIME",
            description = "With --jar: timeout per fork, such as 90s, 20m or 1h30m. Default: 30m.")
    private String timeout;

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "REGEX, JMH OPTIONS",
            hideParamSyntax = true,
            arity = "0..*",
            description = "With --jar: the benchmarks to measure, and after -- the options of JMH.")
    private List<String> jmh = List.of();

    @Override
    public Integer call() {
        Map<String, String> given = CampaignOptions.given(spec);
        Console console = Consoles.standard();
        return CampaignOptions.show(
                spec, () -> jar == null ? workloads(given, console) : jar(given, console), console, "hp-cli bench run");
    }

    private Results workloads(Map<String, String> given, Console console) {
        if (!jmh.isEmpty() || override || timeout != null || against != null) {
            throw new UsageException((jmh.isEmpty()
                            ? (against == null ? "--override and --timeout need" : "--against needs")
                            : "'" + jmh.get(0) + "' needs")
                    + " --jar FILE");
        }
        Continuation.requireSubject(SavedCampaign.Subject.WORKLOADS, given);
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
        CampaignOptions.put(given, "jar", jar);
        CampaignOptions.put(given, "against", against);
        Continuation.requireSubject(SavedCampaign.Subject.JAR, given);
        CampaignOptions.put(given, "override", override ? "true" : null);
        CampaignOptions.put(given, BenchOptions.TIMEOUT, timeout);
        given.put(BenchOptions.JMH, JmhWords.shown(jmh));
        List<String> naming = Stream.concat(
                        Stream.of(jar, against, given.get("variant")).filter(Objects::nonNull), jmh.stream())
                .toList();
        Map<String, String> all = Continuation.complete(NamedJars.addTo(given, naming));
        JarOptions options = JarOptions.parse(
                jar,
                Optional.ofNullable(against),
                JmhWords.of(jmh, all),
                Optional.ofNullable(all.get(BenchOptions.TIMEOUT)),
                all.containsKey("override"));
        return Jar.measure(
                BenchOptions.parse(all, Profile.OWN, BenchOptions.freshSeed(), options.program()), options, console);
    }
}
