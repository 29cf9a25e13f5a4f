package io.github.hpjvm.bench.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A process that touches memory for hp-bench, so that hp-bench itself does not grow. The kernel kills it first if
 * memory runs out. It ends with its parent in any case.
 */
public final class TouchProcess implements AutoCloseable {
    private static final List<String> JVM_OPTION_VARIABLES =
            List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final long POLL_NANOS = 2_000_000;

    private final Process process;
    private final BooleanSupplier ends;
    private final OutputStream orders;
    private final BufferedReader answers;

    private TouchProcess(Process process, BooleanSupplier ends) {
        this.process = process;
        this.ends = ends;
        this.orders = process.getOutputStream();
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    /**
     * Starts it with the JVM and the class path of this process.
     *
     * @param ends asked while it touches memory, which takes a second for some GiB; it is killed when this is true
     */
    public static TouchProcess start(BooleanSupplier ends) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                OwnClassPath.get(),
                Toucher.class.getName());
        JVM_OPTION_VARIABLES.forEach(builder.environment()::remove);
        return new TouchProcess(
                builder.redirectError(ProcessBuilder.Redirect.DISCARD).start(), ends);
    }

    /** Touches so many bytes, in transparent huge pages where available, and frees them. */
    public void warm(long bytes) throws IOException {
        order("warm " + bytes);
    }

    /** Touches so many bytes of the hugetlb pool of that page size, and frees them. */
    public void warmPool(long bytes, long pageBytes) throws IOException {
        order("pool " + bytes + " " + pageBytes);
    }

    /**
     * Touches so many bytes in base pages. Then it frees them, except one page in each of so many of 100 blocks, which
     * it holds until the next call or the end.
     *
     * @param blockBytes size and alignment of a block, a power of two
     * @param pageBytes size of a base page
     */
    public void fragment(long bytes, int percent, long blockBytes, long pageBytes) throws IOException {
        order("fragment " + bytes + " " + percent + " " + blockBytes + " " + pageBytes);
    }

    /**
     * @throws IOException if the order failed, or the process has ended or was killed
     */
    private void order(String line) throws IOException {
        orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        orders.flush();
        while (!answers.ready() && process.isAlive()) {
            if (ends.getAsBoolean()) {
                process.destroyForcibly();
                throw new IOException("stopped while memory was touched");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        String answer = answers.readLine();
        if (!"done".equals(answer)) {
            throw new IOException(
                    answer == null
                            ? "the process that touches memory has ended: memory may have run out"
                            : "memory could not be allocated: " + line);
        }
    }

    /** Ends the process, and waits until its memory is free. */
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
