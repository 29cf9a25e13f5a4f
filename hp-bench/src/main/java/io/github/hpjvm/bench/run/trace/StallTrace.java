package io.github.hpjvm.bench.run.trace;

import io.github.hpjvm.bench.host.TraceFiles;
import io.github.hpjvm.bench.host.UnavailableException;
import io.github.hpjvm.bench.trace.Backend;
import io.github.hpjvm.bench.trace.BpftraceLines;
import io.github.hpjvm.bench.trace.BpftraceScript;
import io.github.hpjvm.bench.trace.CrossCheck;
import io.github.hpjvm.bench.trace.DefragVerdict;
import io.github.hpjvm.bench.trace.FormatSymbols;
import io.github.hpjvm.bench.trace.GfpBits;
import io.github.hpjvm.bench.trace.Stalls;
import io.github.hpjvm.bench.trace.TraceMeasurement;
import io.github.hpjvm.bench.trace.TracePoints;
import io.github.hpjvm.bench.trace.TracefsLines;
import io.github.hpjvm.bench.trace.TracerLines;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.Interruption;
import io.github.hpjvm.os.time.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Traces stalls with the best tracer of the host. */
public final class StallTrace {
    private static final String BPFTRACE = Backend.BPFTRACE.toString();

    /** bpftrace compiles its program, which takes seconds on a busy host. */
    private static final long START_SECONDS = 30;

    /** Added to the time after which bpftrace of a killed hp-cli ends. */
    private static final long MARGIN_SECONDS = 60;

    private static final long STEP_NANOS = 50_000_000L;

    /** Events between the last reading of the counters and the end of the trace are read, and ignored. */
    private static final long SETTLE_NANOS = 20_000_000L;

    private final TraceOptions options;
    private final Predicate<Stalls> each;
    private final Interruption interruption;
    private final TraceFiles files;
    private final TracePoints points;
    private final List<Stalls.Declined> declined = new ArrayList<>();

    private StallTrace(TraceOptions options, Predicate<Stalls> each, Interruption interruption, TraceFiles files) {
        this.options = options;
        this.each = each;
        this.interruption = interruption;
        this.files = files;
        this.points = new TracePoints(
                TracePoints.ALL.stream()
                        .filter(event -> TracePoints.hasFields(event, files.format(event)))
                        .toList(),
                TracedKernel.hugeOrder(),
                TracedKernel.khugepaged(),
                GfpBits.parse(files.format("kmem:mm_page_alloc")));
    }

    /**
     * Traces until the time is over, the process has ended, or a stop is requested.
     *
     * @param each gets the result of each interval, also of the last one, which may be shorter; returns whether it takes more
     * @throws TraceUnavailableException if this host has no usable tracer
     * @throws BenchException if there is no such process, or what was set up cannot be removed
     */
    public static Stalls run(TraceOptions options, Predicate<Stalls> each, Interruption interruption)
            throws TraceUnavailableException {
        if (TracedKernel.hasOwnPidNamespace()) {
            throw new TraceUnavailableException(
                    "this is not the PID namespace of the host, whose process IDs the trace has,"
                            + " and khugepaged is not visible here; run it on the host, or in a container with --pid=host");
        }
        options.pid().ifPresent(StallTrace::requireVisible);
        try (TraceFiles files = TraceFiles.open()) {
            files.removeLeftOver();
            return new StallTrace(options, each, interruption, files).run();
        } catch (UnavailableException e) {
            throw new TraceUnavailableException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new BenchException("tracing failed: " + e.getMessage(), e);
        }
    }

    private static void requireVisible(long pid) {
        if (!TracedKernel.runs(pid)) {
            throw new BenchException("no process " + pid + "; hp-cli jvms lists the JVMs of this host");
        }
    }

    private Stalls run() throws TraceUnavailableException, IOException {
        List<Backend> candidates = options.backend().map(List::of).orElse(List.of(Backend.values()));
        for (Backend backend : candidates) {
            TraceWindow window = new TraceWindow(points, lines(backend));
            Optional<String> reason = lacking(backend);
            if (reason.isEmpty()) {
                try (Tracer tracer = start(backend, window)) {
                    return trace(backend, tracer, window);
                } catch (TracerStartException e) {
                    reason = Optional.of(String.valueOf(e.getMessage()));
                }
            }
            declined.add(new Stalls.Declined(backend, reason.get()));
        }
        throw new TraceUnavailableException(declined.stream()
                .map(each -> each.backend() + ": " + each.reason())
                .collect(Collectors.joining("; ")));
    }

    private TracerLines lines(Backend backend) {
        return switch (backend) {
            case TRACEFS -> new TracefsLines();
            case BPFTRACE -> {
                Map<String, Map<Integer, String>> symbols = new HashMap<>();
                for (String event : points.wanted()) {
                    symbols.put(event.substring(event.indexOf(':') + 1), FormatSymbols.parse(files.format(event)));
                }
                yield new BpftraceLines(symbols);
            }
        };
    }

    /** The reason why a tracer cannot be used; empty if none is known. */
    private Optional<String> lacking(Backend backend) {
        if (backend == Backend.TRACEFS) {
            return Optional.empty();
        }
        if (ChildTracer.find(BPFTRACE).isEmpty()) {
            return Optional.of("not installed; on Debian: apt-get install bpftrace");
        }
        return files.isMounted()
                ? Optional.empty()
                : Optional.of("tracefs is not mounted; type sudo mount -t tracefs none /sys/kernel/tracing");
    }

    private Tracer start(Backend backend, TraceWindow window) throws TracerStartException {
        try {
            return switch (backend) {
                case TRACEFS -> TracefsTracer.start(files, points, threads(), interruption, window::line);
                case BPFTRACE -> bpftrace(window);
            };
        } catch (IOException e) {
            throw new TracerStartException("cannot be started: " + e.getMessage(), e);
        }
    }

    /** Threads to trace: those of the process, and khugepaged, which works for it. */
    private Set<Long> threads() {
        if (options.pid().isEmpty()) {
            return Set.of();
        }
        Set<Long> threads = new TreeSet<>(TracedKernel.threads(options.pid().getAsLong()));
        if (points.khugepaged() > 0) {
            threads.add((long) points.khugepaged());
        }
        return threads;
    }

    private Tracer bpftrace(TraceWindow window) throws IOException, TracerStartException {
        CountDownLatch ready = new CountDownLatch(1);
        // The old and the new name of the same limit.
        Map<String, String> limits = Map.of("BPFTRACE_MAP_KEYS_MAX", "65536", "BPFTRACE_MAX_MAP_KEYS", "65536");
        long lastSecond = options.time().toSeconds() + Patience.with(MARGIN_SECONDS);
        Tracer tracer = ChildTracer.start(
                List.of(
                        ChildTracer.find(BPFTRACE).map(Path::toString).orElse(BPFTRACE),
                        "-B",
                        "line",
                        "-e",
                        BpftraceScript.of(points, options.pid(), lastSecond)),
                limits,
                line -> {
                    if (line.equals("hp alive")) {
                        ready.countDown();
                    }
                    window.line(line);
                },
                window::message);
        try {
            for (int second = 0;
                    second < Patience.with(START_SECONDS) && tracer.isAlive() && !interruption.requested();
                    second++) {
                if (ready.await(1, TimeUnit.SECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return started(tracer, window);
    }

    private static Tracer started(Tracer tracer, TraceWindow window) throws IOException, TracerStartException {
        if (tracer.isAlive()) {
            return tracer;
        }
        tracer.close();
        throw new TracerStartException(
                "it ended at once (" + window.firstMessage().orElse("it printed nothing") + ")", null);
    }

    private Stalls trace(Backend backend, Tracer tracer, TraceWindow window) {
        Reading first = Reading.of(tracer);
        window.begin(first.counters().nanos());
        Reading last = first;
        int number = 0;
        Stalls.End end = await(tracer, first.counters().nanos(), last.counters().nanos());
        while (end == Stalls.End.INTERVAL) {
            window.hold();
            Reading now = Reading.of(tracer);
            LockSupport.parkNanos(SETTLE_NANOS);
            TraceMeasurement measured = window.cut(now.counters().nanos());
            number++;
            boolean more = each.test(stalls(
                    OptionalInt.of(number), backend, last, now, measured, window.newlyLost(), Stalls.End.INTERVAL));
            last = now;
            end = more ? await(tracer, first.counters().nanos(), last.counters().nanos()) : Stalls.End.INTERRUPTED;
        }
        Reading after = Reading.of(tracer);
        window.finish(after.counters().nanos());
        LockSupport.parkNanos(SETTLE_NANOS);
        tracer.stop();
        TraceMeasurement measured = window.measured();
        if (options.interval().isPresent()) {
            each.test(stalls(OptionalInt.of(number + 1), backend, last, after, window.rest(), window.newlyLost(), end));
        }
        return stalls(OptionalInt.empty(), backend, first, after, measured, window.lost(), end);
    }

    /**
     * The state at one time.
     *
     * @param cpu CPU time of this process and of the tracer
     */
    private record Reading(TracedKernel.Counters counters, Duration cpu) {
        static Reading of(Tracer tracer) {
            return new Reading(TracedKernel.counters(), ownCpu().plus(tracer.cpu()));
        }
    }

    private Stalls stalls(
            OptionalInt interval,
            Backend backend,
            Reading first,
            Reading last,
            TraceMeasurement measured,
            long lost,
            Stalls.End end) {
        TracedKernel.Counters before = first.counters();
        TracedKernel.Counters after = last.counters();
        Map<String, Long> vmstat = TracedKernel.increase(before.vmstat(), after.vmstat());
        OptionalDouble pressure = TracedKernel.pressure(before, after);
        OptionalLong collapsed =
                before.pagesCollapsed().isPresent() && after.pagesCollapsed().isPresent()
                        ? OptionalLong.of(after.pagesCollapsed().getAsLong()
                                - before.pagesCollapsed().getAsLong())
                        : OptionalLong.empty();
        return new Stalls(
                interval,
                (after.nanos() - before.nanos()) / 1e9,
                backend,
                declined,
                options.pid(),
                measured,
                vmstat,
                options.pid().isPresent() ? List.of() : CrossCheck.of(measured, vmstat, collapsed),
                points.unmeasured(measured),
                lost,
                last.cpu().minus(first.cpu()).toNanos(),
                pressure,
                end,
                DefragVerdict.of(measured, TracedKernel.defrag(), lost, pressure));
    }

    /** Waits for the end of the trace, or of an interval. */
    private Stalls.End await(Tracer tracer, long begin, long interval) {
        while (!interruption.requested()) {
            if (System.nanoTime() - begin >= options.time().toNanos()) {
                return Stalls.End.TIME;
            }
            if (options.pid().isPresent() && !TracedKernel.runs(options.pid().getAsLong())) {
                return Stalls.End.PROCESS_ENDED;
            }
            if (!tracer.isAlive()) {
                return Stalls.End.TRACER_ENDED;
            }
            if (options.interval().isPresent()
                    && System.nanoTime() - interval >= options.interval().get().toNanos()) {
                return Stalls.End.INTERVAL;
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return Stalls.End.INTERRUPTED;
    }

    private static Duration ownCpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Signals that a tracer did not start; the next one is tried. */
    private static final class TracerStartException extends Exception {
        private static final long serialVersionUID = 1L;

        TracerStartException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
