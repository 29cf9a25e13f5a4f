package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program to be run with an argument list. Its output goes to files, so that it can be read while it runs, and a pipe
 * that a grandchild holds does not block.
 */
public final class Program {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Programs that would be left running if the tests were terminated. */
    private static final Set<Running> NOT_CLOSED = ConcurrentHashMap.newKeySet();

    private static boolean ended;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Program::endAll));
    }

    /** Kills all programs that run, and prevents tests from starting another one: the JVM of the tests is ending. */
    static void endAll() {
        synchronized (NOT_CLOSED) {
            ended = true;
        }
        NOT_CLOSED.forEach(Running::close);
    }

    private final List<String> command;
    private final Map<String, Optional<String>> environment = new LinkedHashMap<>();
    private Path folder = Path.of("").toAbsolutePath();
    private Duration limit = LIMIT;
    private boolean listens;

    private Program(List<String> command) {
        this.command = command;
    }

    public static Program of(String... command) {
        return new Program(new ArrayList<>(List.of(command)));
    }

    public static Program of(List<String> command) {
        return new Program(new ArrayList<>(command));
    }

    /** Returns it with more arguments after the present ones. */
    public Program with(Object... arguments) {
        Stream.of(arguments).map(Object::toString).forEach(command::add);
        return this;
    }

    /** Returns it with a program that will start this one, with its own arguments, before all present words. */
    public Program through(Object... launcher) {
        command.addAll(0, Stream.of(launcher).map(Object::toString).toList());
        return this;
    }

    public Program set(String variable, Object value) {
        environment.put(variable, Optional.of(value.toString()));
        return this;
    }

    public Program setAll(Map<String, String> variables) {
        variables.forEach(this::set);
        return this;
    }

    public Program unset(String... variables) {
        List.of(variables).forEach(variable -> environment.put(variable, Optional.empty()));
        return this;
    }

    public Program in(Path workingFolder) {
        folder = workingFolder;
        return this;
    }

    public Program limit(Duration time) {
        limit = time;
        return this;
    }

    /** Returns it with an open stdin; otherwise stdin is empty. */
    public Program listening() {
        listens = true;
        return this;
    }

    /** Returns the command; if the tests were started with SIGINT ignored, as by nohup, it does not inherit that. */
    private List<String> heedingInterrupts() {
        return Signals.interruptIsIgnored()
                ? Stream.concat(Stream.of("env", "--default-signal=INT"), command.stream())
                        .toList()
                : command;
    }

    /** Starts it without waiting. */
    public Running start() {
        try {
            Path out = Files.createTempFile("hp-it-", ".out");
            Path err = Files.createTempFile("hp-it-", ".err");
            ProcessBuilder builder = new ProcessBuilder(heedingInterrupts())
                    .directory(folder.toFile())
                    .redirectInput(
                            listens
                                    ? Redirect.PIPE
                                    : Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            environment.forEach((name, value) -> value.ifPresentOrElse(
                    text -> builder.environment().put(name, text),
                    () -> builder.environment().remove(name)));
            synchronized (NOT_CLOSED) {
                if (ended) {
                    throw new IllegalStateException("the tests are ending: " + command + " is not started any more");
                }
                Running running = new Running(builder.start(), out, err, limit);
                NOT_CLOSED.add(running);
                return running;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it to its end; killed with its children when it takes too long, which fails the test. */
    public Ended run() {
        try (Running running = start()) {
            return running.await();
        }
    }

    /** Its exit code and its output. */
    public record Ended(int exitCode, String out, String err) {
        public List<String> errLines() {
            return err.lines().toList();
        }

        /** Stderr without the notice of watch that a reading costs more: the tests beside it make the host busy. */
        public String complaints() {
            return err.replaceFirst("(?m)^hp-cli watch: interval lengthened .*\n", "");
        }
    }

    /** A running program; closing kills it and the processes that it started, if they still run. */
    public static final class Running implements AutoCloseable {
        private final Process process;
        private final Path out;
        private final Path err;
        private final Duration limit;

        private Running(Process process, Path out, Path err, Duration limit) {
            this.process = process;
            this.out = out;
            this.err = err;
            this.limit = limit;
        }

        public ProcessHandle handle() {
            return process.toHandle();
        }

        public long pid() {
            return process.pid();
        }

        public boolean isAlive() {
            return process.isAlive();
        }

        /** Writes a line to its stdin; ignored if it has ended. */
        public void say(String line) {
            try {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException e) {
                if (process.isAlive()) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        /** Returns its stdout so far. */
        public String outSoFar() {
            return read(out);
        }

        /** Returns its stderr so far. */
        public String errSoFar() {
            return read(err);
        }

        public Ended await() {
            try {
                if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new AssertionError(process.info().commandLine().orElse("a program") + " did not end within "
                            + limit.toSeconds() + " s; it said: " + read(out) + read(err));
                }
                return new Ended(process.exitValue(), read(out), read(err));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                    .toList();
            all.forEach(Signals::kill);
            try {
                process.waitFor(10, TimeUnit.SECONDS);
                NOT_CLOSED.remove(this);
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
