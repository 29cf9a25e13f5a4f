package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.run.watch.Command;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads events from a program, or from the last program of a pipeline. The programs run in sessions of their own where
 * setsid(1) exists, so that Ctrl-C on a terminal does not end them before their last events are read. Each of them ends
 * by itself after the time of the trace: hp-cli may be killed.
 */
final class ChildTracer implements Tracer {
    private static final long DRAIN_MILLIS = 15_000;

    private final List<Process> processes;
    private final LinePump out;
    private final List<LinePump> errors = new ArrayList<>();

    private ChildTracer(List<Process> processes, Consumer<String> lines, Consumer<String> messages) {
        this.processes = List.copyOf(processes);
        for (Process process : processes) {
            errors.add(LinePump.start(process.getErrorStream(), line -> {
                messages.accept(line);
                return true;
            }));
        }
        this.out = LinePump.start(processes.get(processes.size() - 1).getInputStream(), line -> {
            lines.accept(line);
            return true;
        });
    }

    /**
     * Starts the programs as a pipeline.
     *
     * @param lines lines of stdout of the last program
     * @param messages lines of stderr of all programs
     * @throws IOException if one cannot be started
     */
    static ChildTracer start(
            List<List<String>> commands,
            Map<String, String> environment,
            Consumer<String> lines,
            Consumer<String> messages)
            throws IOException {
        List<ProcessBuilder> builders = new ArrayList<>();
        for (List<String> command : commands) {
            List<String> whole = new ArrayList<>();
            find("setsid").ifPresent(setsid -> whole.add(setsid.toString()));
            whole.addAll(command);
            ProcessBuilder builder = new ProcessBuilder(whole);
            Command.JVM_OPTION_VARIABLES.forEach(builder.environment()::remove);
            builder.environment().put("LC_ALL", "C");
            builder.environment().putAll(environment);
            builders.add(builder);
        }
        builders.get(0).redirectInput(new File("/dev/null"));
        return new ChildTracer(ProcessBuilder.startPipeline(builders), lines, messages);
    }

    /** Returns the path of a program; empty if no folder of PATH has it. */
    static Optional<Path> find(String program) {
        for (String folder :
                Optional.ofNullable(System.getenv("PATH")).orElse("").split(":")) {
            Path path = Path.of(folder, program);
            if (folder.startsWith("/") && Files.isExecutable(path)) {
                return Optional.of(path);
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean isAlive() {
        return processes.get(0).isAlive() && out.isAlive();
    }

    @Override
    public Duration cpu() {
        return processes.stream()
                .map(process -> process.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public void stop() {
        processes.get(0).destroy();
        if (!out.endsWithin(DRAIN_MILLIS)) {
            processes.forEach(Process::destroyForcibly);
        }
        errors.forEach(pump -> pump.endsWithin(DRAIN_MILLIS));
    }

    @Override
    public void close() throws IOException {
        for (Process process : processes) {
            process.destroy();
        }
        for (Process process : processes) {
            try {
                if (!process.waitFor(DRAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        out.close();
        for (LinePump pump : errors) {
            pump.close();
        }
    }
}
