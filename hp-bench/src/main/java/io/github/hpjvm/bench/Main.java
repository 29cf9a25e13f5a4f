package io.github.hpjvm.bench;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.terminal.Console;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The entry point for Maven: {@code mvn -pl hp-bench verify}. Reads the properties {@code hp.*}, which Maven passes on
 * as system properties. Exit codes are those of hp-cli: 0 success, 1 internal or host error, 2 invalid usage, 3 a gate
 * failed. Code 4 exists only here: the mark for the build could not be written.
 */
public final class Main {
    private static final String PREFIX = "hp.";

    /** Exit codes that the pom accepts, so that the build fails by its own check of the mark. */
    private static final int FAILURE = 1;

    private static final int USAGE = 2;

    /** The mark could not be written. The pom does not accept this code, so the exec plugin fails the build. */
    private static final int UNMARKED = 4;

    private Main() {}

    public static void main(String[] arguments) {
        endWithParent();
        Stoppable.exit(run(Consoles.standard()));
    }

    /** Exits when Maven is killed: then the host is restored at once, not only after the last round. */
    @SuppressWarnings("FutureReturnValueIgnored") // it has no result: this process exits
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
                console.err().println("hp-bench: no fork succeeded; the end of the report lists the errors");
            } else {
                results.failedGates().forEach(line -> console.err().println("hp-bench: " + line));
            }
            return results.exitCode();
        } catch (UsageException e) {
            return failed(console, e, USAGE);
        } catch (FailedCampaignException e) {
            console.out().print(TextReport.write(e.results(), console.outColour()));
            return failed(console, e, FAILURE);
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

    /**
     * Parses the options. The default profile is quick with {@code -pl hp-bench}, and smoke when all modules are built.
     */
    private static BenchOptions options(Map<String, String> given) {
        boolean selected = List.of(given.getOrDefault("maven.selected", "").split("[^A-Za-z0-9:._-]+")).stream()
                .anyMatch(module -> module.equals("hp-bench") || module.endsWith(":hp-bench"));
        return BenchOptions.parse(given, selected ? Profile.QUICK : Profile.SMOKE, BenchOptions.freshSeed());
    }
}
