package io.github.hpjvm.bench;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.bench.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The entry for Maven: {@code mvn -pl hp-bench verify}. Reads the properties {@code hp.*}, which Maven passes on as
 * system properties. Exit codes are those of hp-cli: 0 done, 1 the host or we failed, 2 the options cannot be, 3 a gate
 * does not hold; and 4, which is the build's alone, if not even the mark for it could be set.
 */
public final class Main {
    private static final String PREFIX = "hp.";

    /** The exit codes by which Maven's build fails in the way of its own; see the pom. */
    private static final int FAILURE = 1;

    private static final int USAGE = 2;

    /** Of a campaign whose end the build could not learn from the mark: no code that the pom takes for success. */
    private static final int UNMARKED = 4;

    private Main() {}

    public static void main(String[] arguments) {
        endWithParent();
        System.exit(run(Consoles.standard()));
    }

    /** If Maven is killed, nobody waits for us any more, and the host must not stay changed until we are done. */
    private static void endWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    }

    private static int run(Console console) {
        Map<String, String> given = given();
        RunningMark mark;
        try {
            mark = RunningMark.set(BenchOptions.output(given));
        } catch (UsageException | BenchException e) {
            return failed(console, e, UNMARKED);
        }
        try {
            Results results = Bench.measure(options(Continuation.complete(given)), console);
            console.out().print(TextReport.write(results, console.outColour()));
            if (results.exitCode() == 0) {
                mark.clear();
            } else if (results.exitCode() == FAILURE) {
                console.err().println("hp-bench: no fork ended well; the report says how they ended");
            } else {
                results.failedGates().forEach(line -> console.err().println("hp-bench: " + line));
            }
            return results.exitCode();
        } catch (UsageException e) {
            return failed(console, e, USAGE);
        } catch (BenchException e) {
            return failed(console, e, FAILURE);
        }
    }

    private static int failed(Console console, RuntimeException e, int code) {
        console.err().println("hp-bench: " + e.getMessage());
        return code;
    }

    private static Map<String, String> given() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .collect(Collectors.toMap(name -> name.substring(PREFIX.length()), System::getProperty));
    }

    /** Maven names the modules of -pl; without it all are built, and the benchmark is but one of the tests. */
    private static BenchOptions options(Map<String, String> given) {
        boolean selected = List.of(given.getOrDefault("maven.selected", "").split("[^A-Za-z0-9:._-]+")).stream()
                .anyMatch(module -> module.equals("hp-bench") || module.endsWith(":hp-bench"));
        return BenchOptions.parse(given, selected ? Profile.QUICK : Profile.SMOKE, BenchOptions.freshSeed());
    }
}
