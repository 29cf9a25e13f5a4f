package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.run.watch.Command;
import io.github.hpjvm.os.time.Patience;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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
 * Reads events from a program. It runs in a session of its own where setsid(1) exists, so that Ctrl-C on a terminal does
 * not end it before its last events are read. It ends by itself after the time of the trace: hp-cli may be killed.
 */
final class ChildTracer implements Tracer {
    private static final long DRAIN_MILLIS = 15_000;

    private final Process process;
    private final LinePump out;
    private final LinePump errors;

    private ChildTracer(Process process, Consumer<String> lines, Consumer<String> messages) {
        this.process = process;
        this.errors = pump(process.getErrorStream(), messages);
        this.out = pump(process.getInputStream(), lines);
    }

    private static LinePump pump(InputStream in, Consumer<String> lines) {
        return LinePump.start(in, line -> {
            lines.accept(line);
            return true;
        });
    }

    /**
     * Starts the program.
     *
     * @param lines lines of stdout
     * @param messages lines of stderr
     * @throws IOException if it cannot be started
     */
    static ChildTracer start(
            List<String> command, Map<String, String> environment, Consumer<String> lines, Consumer<String> messages)
            throws IOException {
        List<String> whole = new ArrayList<>();
        find("setsid").ifPresent(setsid -> whole.add(setsid.toString()));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole).redirectInput(new File("/dev/null"));
        Command.JVM_OPTION_VARIABLES.forEach(builder.environment()::remove);
        builder.environment().put("LC_ALL", "C");
        builder.environment().putAll(environment);
        return new ChildTracer(builder.start(), lines, messages);
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
        return process.isAlive() && out.isAlive();
    }

    @Override
    public Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    @Override
    public void stop() {
        process.destroy();
        if (!out.endsWithin(Patience.with(DRAIN_MILLIS))) {
            process.destroyForcibly();
        }
        errors.endsWithin(Patience.with(DRAIN_MILLIS));
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(Patience.with(DRAIN_MILLIS), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        out.close();
        errors.close();
    }
}
