package io.github.hpjvm.bench.run.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a program to its end and keeps its output. The three variables by which a JVM takes further arguments are
 * removed from its environment.
 */
public final class Command {
    /** The variables from which a launcher or a JVM reads arguments (JDK-8170832 for the second). */
    public static final List<String> JVM_OPTION_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final int MOST_OUTPUT = 8 << 20;

    private static final Duration LEFT_BEHIND = Duration.ofSeconds(2);

    private Command() {}

    /** Output and exit code of a program. */
    public record Output(int exitCode, String out, String err) {}

    /**
     * @throws IOException if the program cannot be started, prints more than 8 MiB, or has not ended in time; then it
     *     is killed
     */
    public static Output run(List<String> command, Duration limit) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command);
        JVM_OPTION_VARIABLES.forEach(builder.environment()::remove);
        builder.environment().put("LC_ALL", "C");
        StartedProcesses tree = new StartedProcesses();
        tree.mark(builder.environment());
        Process process = builder.redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")))
                .start();
        tree.add(process.toHandle());
        CompletableFuture<String> out = drain(process.getInputStream());
        CompletableFuture<String> err = drain(process.getErrorStream());
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                tree.kill();
                throw new IOException(command.get(0) + " did not end within " + limit.toSeconds() + " s");
            }
            return new Output(process.exitValue(), rest(out, tree), rest(err, tree));
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(
                    command.get(0) + " has ended, but a process that it started keeps its output open", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns the output. Ends a process that the program left behind with the stream open. */
    private static String rest(CompletableFuture<String> stream, StartedProcesses tree)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return stream.get(LEFT_BEHIND.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            tree.kill();
            return stream.get(LEFT_BEHIND.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static CompletableFuture<String> drain(InputStream stream) {
        return CompletableFuture.supplyAsync(() -> {
            try (stream) {
                return new String(stream.readNBytes(MOST_OUTPUT), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
