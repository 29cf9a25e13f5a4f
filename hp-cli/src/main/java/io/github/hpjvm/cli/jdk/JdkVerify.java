package io.github.hpjvm.cli.jdk;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.jdk.JdkJUnit;
import io.github.hpjvm.bench.jdk.JdkJudge;
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import io.github.hpjvm.bench.report.json.DocumentText;
import io.github.hpjvm.bench.run.jdk.JdkVerification;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.JdkText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "Changes no setting of the host: reserve a hugetlb pool and set the THP mode before. A case that this host"
                    + " cannot have is predicted so."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli jdk verify /opt/jdk-21.0.2",
            "  hp-cli jdk verify build/images/jdk --against /opt/jdk-25 --export-junit jdk.xml"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            "3:a difference",
            "4:insufficient data: no case could be judged",
            ExitCodes.PIPE
        })
final class JdkVerify implements Callable<Integer> {
    @Parameters(paramLabel = "HOME", description = "The Java home of the build.")
    private Path home;

    @Option(
            names = "--against",
            paramLabel = "HOME",
            description = "Another build, which is compared with the first in each case.")
    private Path against;

    @Option(names = "--export-junit", paramLabel = "FILE", description = "Write the results as XML of JUnit, too.")
    private Path junit;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Console console = Consoles.standard();
        JdkVerification build = JdkVerification.of(home);
        Optional<JdkVerification> other = Optional.ofNullable(against).map(JdkVerification::of);
        List<JdkResult> results = run(build, console);
        if (other.isPresent()) {
            results = compared(results, run(other.get(), console));
        }
        String name = build.jvm().toString();
        if (junit != null) {
            OutputFile.write(junit, JdkJUnit.write(name, results));
        }
        Optional<String> second = other.map(it -> it.jvm().toString());
        console.out()
                .print(
                        format == Format.JSON
                                ? json(name, second, results)
                                : JdkText.write(name, second, results, console.outColour()));
        return exitCode(results);
    }

    private static List<JdkResult> run(JdkVerification build, Console console) {
        console.err().println("starting " + build.jvm());
        return build.run(name -> {});
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
            all.add(
                    told
                            ? one
                            : new JdkResult(
                                    one.test(),
                                    Status.DIFFERENT,
                                    one.predicted(),
                                    one.seen(),
                                    difference.get(),
                                    List.of()));
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

    private static String json(String name, Optional<String> against, List<JdkResult> results) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("schemaVersion", 1).put("jvm", name).put("against", against.orElse(null));
        ArrayNode cases = root.putArray("cases");
        for (JdkResult result : results) {
            ObjectNode one = cases.addObject()
                    .put("gc", result.test().gc().name())
                    .put("pages", result.test().pages().toString())
                    .put("heapBytes", result.test().heap().value())
                    .put("status", result.status().name())
                    .put("predicted", result.predicted().map(Enum::name).orElse(null))
                    .put("mapped", result.seen().mapped().map(Enum::name).orElse(null))
                    .put("residentBytes", result.seen().resident().value())
                    .put(
                            "loggedPageBytes",
                            result.seen().logged().map(Bytes::value).orElse(null))
                    .put("reason", result.reason().isEmpty() ? null : result.reason());
            ArrayNode bugs = one.putArray("bugs");
            result.bugs().forEach(bugs::add);
        }
        return DocumentText.of(root);
    }
}
