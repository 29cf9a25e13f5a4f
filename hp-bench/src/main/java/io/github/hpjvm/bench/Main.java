package io.github.hpjvm.bench;

import io.github.hpjvm.bench.report.Console;
import io.github.hpjvm.bench.report.Results;
import io.github.hpjvm.bench.report.TextReport;
import io.github.hpjvm.bench.run.OwnProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The entry for Maven: {@code mvn -pl hp-bench verify}. Reads the properties {@code hp.*}, which Maven passes on as
 * system properties. Exit codes are those of hp-cli: 0 done, 1 the host or we failed, 2 the options cannot be.
 */
public final class Main {
    private static final String PREFIX = "hp.";

    private Main() {}

    public static void main(String[] arguments) {
        endWithParent();
        RunningMark mark = RunningMark.set(Path.of(System.getProperty("hp.out", BenchOptions.OUTPUT)));
        int code = run(console());
        if (code == 0) {
            mark.clear();
        }
        System.exit(code);
    }

    /** If Maven is killed, nobody waits for us any more, and the host must not stay changed until we are done. */
    private static void endWithParent() {
        ProcessHandle.current().parent().ifPresent(parent -> parent.onExit().thenRun(() -> System.exit(1)));
    }

    private static int run(Console console) {
        try {
            Results results = Bench.measure(options(), console);
            console.out().print(TextReport.write(results, console.outColour()));
            if (results.exitCode() != 0) {
                console.err().println("hp-bench: no fork ended well; the report says how they ended");
            }
            return results.exitCode();
        } catch (UsageException e) {
            console.err().println("hp-bench: " + e.getMessage());
            return 2;
        } catch (BenchException e) {
            console.err().println("hp-bench: " + e.getMessage());
            return 1;
        }
    }

    private static BenchOptions options() {
        Map<String, String> given = System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(PREFIX))
                .collect(Collectors.toMap(name -> name.substring(PREFIX.length()), System::getProperty));
        boolean selected = List.of(given.getOrDefault("maven.selected", "").split("[^A-Za-z0-9:._-]+")).stream()
                .anyMatch(module -> module.equals("hp-bench") || module.endsWith(":hp-bench"));
        return BenchOptions.parse(given, selected ? Profile.QUICK : Profile.SMOKE, BenchOptions.freshSeed());
    }

    /** Maven shows both streams as one, so the terminal is asked about each. */
    private static Console console() {
        boolean colour = System.getenv("NO_COLOR") == null;
        boolean err = OwnProcess.isTerminal(2);
        return new Console(System.out, System.err, colour && OwnProcess.isTerminal(1), colour && err, err);
    }
}
