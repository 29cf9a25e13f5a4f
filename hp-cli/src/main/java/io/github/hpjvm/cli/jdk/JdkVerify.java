package io.github.hpjvm.cli.jdk;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.json.DocumentText;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkHost;
import io.github.hpjvm.bench.jdk.JdkJUnit;
import io.github.hpjvm.bench.jdk.JdkJudge;
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import io.github.hpjvm.bench.run.TargetProbe;
import io.github.hpjvm.bench.run.jdk.JdkStage;
import io.github.hpjvm.bench.run.jdk.JdkVerification;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.OutputWidth;
import io.github.hpjvm.cli.text.JdkText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.CountProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli jdk verify}: compares the pages that a build of the JDK maps with those that it should map. */
@Command(
        name = "verify",
        description = {
            "Start a build of the JDK with each collector, each kind of pages and two sizes of heap, and compare the"
                    + " pages of the heap with the prediction for the newest update of the release on this host, and"
                    + " with the JVM's log.",
            "",
            "With --provision each case has the host that it needs: the THP modes always, madvise and never, and a"
                    + " hugetlb pool that suffices, is too small, or is empty. Without it no setting of the host is"
                    + " changed."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli jdk verify /opt/jdk-21.0.2",
            "  hp-cli jdk verify /opt/jdk-21.0.2 --cases 'parallel base'",
            "  sudo hp-cli jdk verify build/images/jdk --against /opt/jdk-25 \\",
            "      --provision --export-junit jdk.xml"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            "3:a difference",
            "4:insufficient data: no case could be judged",
            "130:ended by Ctrl-C, after the host was restored",
            ExitCodes.PIPE,
            "143:ended by SIGTERM, after the host was restored"
        })
final class JdkVerify implements Callable<Integer> {
    /** Time after SIGINT or SIGTERM to restore the host and to print the results. */
    private static final Duration SHUTDOWN = Duration.ofSeconds(30);

    @Parameters(paramLabel = "HOME", description = "The Java home of the build.")
    private Path home;

    @Option(
            names = "--against",
            paramLabel = "HOME",
            description = "Another build, which is compared with the first in each case.")
    private Path against;

    @Option(
            names = "--cases",
            paramLabel = "REGEX",
            description = "Run the cases whose name matches, such as 'g1 thp' or 'hugetlb .*, short pool'.")
    private String pattern;

    @Option(
            names = "--provision",
            description = "Set THP modes and hugetlb pools for each case, and restore them at the end. Needs root.")
    private boolean provision;

    @Option(names = "--wait", description = "Wait until another campaign on this host ends. Default: exit code 1.")
    private boolean waits;

    @Option(names = "--export-junit", paramLabel = "FILE", description = "Write the results as XML of JUnit, too.")
    private Path junit;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Pattern wanted = pattern();
        return Stoppable.run(SHUTDOWN, interruption -> verify(wanted, interruption));
    }

    private Pattern pattern() {
        try {
            return Pattern.compile(pattern == null ? "" : pattern);
        } catch (PatternSyntaxException e) {
            throw new UsageException("--cases: not a regular expression: " + e.getDescription());
        }
    }

    private int verify(Pattern wanted, Interruption interruption) {
        Console console = Consoles.standard();
        TargetJvm jvm = TargetProbe.probe(home);
        Optional<TargetJvm> second = Optional.ofNullable(against).map(TargetProbe::probe);
        List<JdkResult> results;
        try (JdkStage stage = stage(interruption, console)) {
            JdkVerification one = JdkVerification.of(jvm, stage, interruption);
            Optional<JdkVerification> other = second.map(it -> JdkVerification.of(it, stage, interruption));
            requireCases(one, wanted);
            other.ifPresent(it -> requireCases(it, wanted));
            results = run(one, wanted, console);
            if (other.isPresent()) {
                results = compared(results, run(other.get(), wanted, console));
            }
        }
        return report(jvm.toString(), second.map(TargetJvm::toString), results, console);
    }

    /** Prints the results, then writes the file: if that fails, the results of many JVMs are not lost. */
    int report(String name, Optional<String> other, List<JdkResult> results, Console console) {
        console.out()
                .print(
                        format == Format.JSON
                                ? json(name, other, results)
                                : JdkText.write(name, other, results, console.outColour()));
        if (junit != null) {
            OutputFile.write(junit, JdkJUnit.write(name, results));
        }
        return exitCode(results);
    }

    private JdkStage stage(Interruption interruption, Console console) {
        return JdkStage.take(provision, waits, interruption::requested, console.err()::println);
    }

    private static List<JdkCase> cases(JdkVerification build, Pattern wanted) {
        return build.cases().stream()
                .filter(test -> wanted.matcher(test.name()).find())
                .toList();
    }

    /** Rejects a pattern before the first JVM starts. */
    private static void requireCases(JdkVerification build, Pattern wanted) {
        if (cases(build, wanted).isEmpty()) {
            throw new UsageException("--cases matches no case of " + build.jvm() + "; the cases are "
                    + build.cases().stream().map(JdkCase::name).collect(Collectors.joining("; ")));
        }
    }

    private static List<JdkResult> run(JdkVerification build, Pattern wanted, Console console) {
        List<JdkCase> cases = cases(build, wanted);
        console.err().println("starting " + build.jvm() + " in " + cases.size() + " cases");
        CountProgress progress =
                new CountProgress(console, System::nanoTime, OutputWidth.ofProgress(console), "JVMs", cases.size());
        try {
            return build.run(cases, progress::next);
        } finally {
            progress.clear();
        }
    }

    /** Adds the differences of the builds. A difference from the prediction comes first. */
    static List<JdkResult> compared(List<JdkResult> ones, List<JdkResult> others) {
        List<JdkResult> all = new ArrayList<>();
        for (JdkResult one : ones) {
            Optional<String> difference = others.stream()
                    .filter(other -> other.test().equals(one.test()))
                    .findFirst()
                    .flatMap(other -> JdkJudge.difference(one, other));
            boolean told = one.status() == Status.DIFFERENT || difference.isEmpty();
            all.add(told ? one : one.differing(difference.get()));
        }
        return all;
    }

    static int exitCode(List<JdkResult> results) {
        if (results.stream().anyMatch(result -> result.status() == Status.DIFFERENT)) {
            return ExitCodes.FOUND;
        }
        return results.stream().anyMatch(result -> result.status() == Status.SAME)
                ? ExitCodes.OK
                : ExitCodes.INSUFFICIENT;
    }

    private record Document(int schemaVersion, String jvm, Optional<String> against, List<OfCase> cases) {}

    private record OfCase(
            Collector gc,
            String pages,
            Bytes heapBytes,
            Optional<String> host,
            Status status,
            Optional<PageKind> predicted,
            Optional<PageKind> mapped,
            Bytes residentBytes,
            Optional<Bytes> loggedPageBytes,
            double seconds,
            Optional<String> reason,
            List<String> bugs) {
        private static OfCase of(JdkResult result) {
            return new OfCase(
                    result.test().gc(),
                    result.test().pages().toString(),
                    result.test().heap(),
                    Optional.of(result.test().host())
                            .filter(host -> host != JdkHost.UNCHANGED)
                            .map(JdkHost::toString),
                    result.status(),
                    result.predicted(),
                    result.seen().mapped(),
                    result.seen().resident(),
                    result.seen().logged(),
                    result.time().toMillis() / 1e3,
                    Optional.of(result.reason()).filter(reason -> !reason.isEmpty()),
                    result.bugs());
        }
    }

    private static String json(String name, Optional<String> against, List<JdkResult> results) {
        return DocumentText.of(
                new Document(1, name, against, results.stream().map(OfCase::of).toList()));
    }
}
