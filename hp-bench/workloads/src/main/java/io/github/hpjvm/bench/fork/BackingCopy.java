package io.github.hpjvm.bench.fork;

import io.github.hpjvm.bench.reading.Readings;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import javax.management.JMException;
import javax.management.ObjectName;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Copies the pages behind this fork's heap, before the first measured iteration and after the last, to a file that the
 * parent reads when the fork has ended.
 *
 * <p>The file is a sequence of sections, each a line {@code ==== moment source} and the unchanged text. Moments are
 * {@code ready} (before the first iteration of any kind), {@code before} and {@code after}. An unreadable source has a
 * section whose source starts with {@code !} and whose text is the error.
 *
 * <p>The heap's address range comes from the JVM's own {@code GC.heap_info}, through the DiagnosticCommand MBean: every
 * HotSpot from 8 on has it, and it needs neither a process nor an attach. {@code Compiler.codecache} has the location
 * of code, from 9 on.
 */
public final class BackingCopy implements InternalProfiler {
    private final String file;
    private boolean ready;
    private int measured;

    /**
     * @param file the file to append to; the parent passes it as this profiler's option line
     */
    public BackingCopy(String file) {
        this.file = file;
    }

    @Override
    public String getDescription() {
        return "Copies the pages behind the heap of the fork";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        if (!ready) {
            ready = true;
            copyReady();
        }
        if (iteration.getType() == IterationType.MEASUREMENT && measured++ == 0) {
            copyBacking("before");
        }
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        if (iteration.getType() == IterationType.MEASUREMENT && measured == iteration.getCount()) {
            copyBacking("after");
            copyReadings();
        }
        return Collections.emptyList();
    }

    private void copyReady() {
        try (OutputStream out = new FileOutputStream(file, true)) {
            file(out, "ready", "/proc/self/stat");
            file(out, "ready", "/proc/uptime");
            text(out, "ready", "arguments", arguments());
        } catch (IOException e) {
            throw new IllegalStateException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void copyBacking(String moment) {
        try (OutputStream out = new FileOutputStream(file, true)) {
            command(out, moment, "GC.heap_info", "gcHeapInfo");
            command(out, moment, "Compiler.codecache", "compilerCodecache");
            file(out, moment, "/proc/self/status");
            file(out, moment, "/proc/self/smaps");
        } catch (IOException e) {
            throw new IllegalStateException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private void copyReadings() {
        try (OutputStream out = new FileOutputStream(file, true)) {
            text(out, "after", "readings", Readings.text());
        } catch (IOException e) {
            throw new IllegalStateException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static String arguments() {
        StringBuilder lines = new StringBuilder();
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            lines.append(argument).append('\n');
        }
        return lines.toString();
    }

    /** Writes the JVM's answer, or the exception if it does not have the command, as 8 has none for code. */
    private static void command(OutputStream out, String moment, String command, String operation) throws IOException {
        String answer;
        try {
            answer = String.valueOf(ManagementFactory.getPlatformMBeanServer()
                    .invoke(new ObjectName("com.sun.management:type=DiagnosticCommand"), operation, null, null));
        } catch (JMException | RuntimeException e) {
            text(out, moment, "!" + command, e.toString());
            return;
        }
        text(out, moment, command, answer);
    }

    private static void file(OutputStream out, String moment, String source) throws IOException {
        try (InputStream in = new FileInputStream(source)) {
            header(out, moment, source);
            byte[] buffer = new byte[1 << 16];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            text(out, moment, "!" + source, String.valueOf(e.getMessage()));
        }
    }

    private static void text(OutputStream out, String moment, String source, String text) throws IOException {
        header(out, moment, source);
        out.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void header(OutputStream out, String moment, String source) throws IOException {
        out.write(("==== " + moment + " " + source + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
