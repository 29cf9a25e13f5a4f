package io.github.hpjvm.bench.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that touches memory for us, so that it is not ours that grows, and that is ended first if memory runs out. It
 * ends with us, however we end.
 */
public final class TouchProcess implements AutoCloseable {
    private static final List<String> JVM_OPTION_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private final Process process;
    private final OutputStream orders;
    private final BufferedReader answers;

    private TouchProcess(Process process) {
        this.process = process;
        this.orders = process.getOutputStream();
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Starts it on the JVM and the class path that we run on. */
    public static TouchProcess start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Toucher.class.getName());
        JVM_OPTION_VARIABLES.forEach(builder.environment()::remove);
        return new TouchProcess(
                builder.redirectError(ProcessBuilder.Redirect.DISCARD).start());
    }

    /** Touches so many bytes, in transparent huge pages where they are to be had, and gives them back. */
    public void warm(long bytes) throws IOException {
        order("warm " + bytes);
    }

    /** Touches so many bytes of the hugetlb pool of that page size, and gives them back. */
    public void warmPool(long bytes, long pageBytes) throws IOException {
        order("pool " + bytes + " " + pageBytes);
    }

    /**
     * Touches so many bytes in base pages and gives them back, all but one page of so many of 100 blocks; those are kept
     * until the next call or the end.
     *
     * @param blockBytes size and alignment of a block, a power of two
     */
    public void fragment(long bytes, int percent, long blockBytes) throws IOException {
        order("fragment " + bytes + " " + percent + " " + blockBytes);
    }

    /** @throws IOException if it could not be done, or the process is gone */
    private void order(String line) throws IOException {
        orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        orders.flush();
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new IOException(
                    answer == null
                            ? "the process that touches memory is gone: memory may have run out"
                            : "memory could not be had: " + line);
        }
    }

    /** Ends it, and waits until what it kept is given back. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
