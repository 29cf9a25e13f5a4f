package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.own.OwnCoverage;
import io.github.hpjvm.advisor.read.own.OwnProcess;
import io.github.hpjvm.advisor.read.own.OwnVm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Says of the JVM that we run in whether its heap is on huge pages. One per service; safe for all threads.
 *
 * <p>{@link #check} never throws and does not block: it serves the last report while that is young, and else reads
 * some small files ({@code /proc/self/status}, {@code /proc/vmstat}, the words of transparent huge pages, the
 * {@code memory.stat} of an own control group). What takes longer - pools and limits, the share of heap and code on huge
 * pages - is looked at by one daemon thread, which the first check starts. Until that has looked for the first time the
 * status is UNKNOWN.
 *
 * <p>The thread looks, logs and calls listeners as long as the application references the check. It ends after
 * {@link #close}, and when the check has been garbage collected. It keeps neither the check nor the class loader of this
 * class reachable, so that an application that is undeployed without {@code close()} leaves nothing behind, even with
 * the check in a static field.
 *
 * <p>Findings are advice: unless {@link Builder#failOn} says so, no report is DOWN. Each change of outcome is logged
 * once, by the {@link System.Logger} of this class's name.
 */
public final class HugePagesHealth implements AutoCloseable {

    private static final int ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 100_000;
    private static final long WAIT_NANOS = 5_000_000;

    private final Settings settings;
    private final Judge judge;
    private final OwnProcess process;
    private final Roots roots;
    private final UnaryOperator<String> properties;
    private final Watch watch;
    private final AtomicBoolean computing = new AtomicBoolean();
    private volatile Optional<OwnVm> own = Optional.empty();
    private volatile Optional<FullLook> full = Optional.empty();
    private volatile Served served = new Served(
            Judge.nothing(HealthStatus.UNKNOWN, "The first look is under way; ask again", Instant.now()),
            System.nanoTime(),
            false);

    /** Of the thread of the check alone. */
    private Optional<OwnCoverage> coverage = Optional.empty();

    /**
     * @param nanos when it was made, by the clock that never goes back
     * @param real whether it rests on a look
     */
    private record Served(HealthReport report, long nanos, boolean real) {}

    HugePagesHealth(Settings settings, Roots roots, UnaryOperator<String> properties) {
        this.settings = settings;
        this.roots = roots;
        this.properties = properties;
        this.process = new OwnProcess(roots);
        this.judge = new Judge(settings.failOn(), settings.full(), settings.staleAfter());
        this.watch = new Watch(settings.interval(), settings.listeners(), this::look);
    }

    /** One with the defaults of the builder. */
    public static HugePagesHealth create() {
        return builder().build();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * The report: the last one while it is younger than {@code maxAge}, or while another thread makes a new one; else a
     * new one.
     */
    public HealthReport check() {
        Served last = served;
        boolean young = last.real && System.nanoTime() - last.nanos < settings.maxAgeNanos();
        return young ? last.report : compute();
    }

    /**
     * Waits for the first examination of the memory, then returns the report. For programs that check once, such as at
     * their start; a health endpoint uses {@link #check()}, which never waits.
     *
     * @param most the longest wait, after which the status is UNKNOWN
     */
    public HealthReport check(Duration most) {
        long start = System.nanoTime();
        long wait = most.toNanos();
        HealthReport report = check();
        while (report.status() == HealthStatus.UNKNOWN
                && settings.full()
                && full.isEmpty()
                && System.nanoTime() - start < wait
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(WAIT_NANOS);
            report = check();
        }
        return report;
    }

    /** Ends the thread; a check then says what the small files say, and as long as it is young, what was seen last. */
    @Override
    public void close() {
        watch.close();
    }

    /** What the daemon thread does each time; returns the report that came of it. */
    private HealthReport look(boolean memoryToo, boolean surroundingsToo) {
        try {
            if (isJudged()) {
                if (surroundingsToo) {
                    process.refresh();
                }
                if (memoryToo && settings.full()) {
                    full = Optional.of(fullLook());
                }
            }
        } catch (RuntimeException | Error e) {
            // The report then says that the look is missing or too old.
        }
        return computeSurely();
    }

    /** What was just seen is to be in the report, though a caller may be making one without it. */
    private HealthReport computeSurely() {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (!computing.get()) {
                return compute();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return compute();
    }

    private FullLook fullLook() {
        OwnCoverage reader =
                coverage.orElseGet(() -> new OwnCoverage(roots, vm(), settings.windows(), settings.budgetMillis()));
        coverage = Optional.of(reader);
        Instant now = Instant.now();
        return FullLook.of(reader.look(process.glance().status()), full, settings.lostBelow(), now);
    }

    private HealthReport compute() {
        if (!computing.compareAndSet(false, true)) {
            return served.report;
        }
        try {
            Served last = served;
            HealthReport fresh = report().since(last.report);
            served = new Served(fresh, System.nanoTime(), true);
            watch.startOrWake(last.real && !fresh.hasOutcomeOf(last.report));
            return fresh;
        } catch (RuntimeException | Error e) {
            return HealthReport.failed(e);
        } finally {
            computing.set(false);
        }
    }

    private HealthReport report() {
        Instant now = Instant.now();
        if (!isLinux()) {
            return Judge.nothing(
                    HealthStatus.NOT_APPLICABLE, "This is no Linux, and its huge pages are not looked at", now);
        }
        OwnVm vm = vm();
        if (!vm.identity().isHotSpot()) {
            List<String> options = vm.identity().vm().hugePageOptions();
            String reason = "This is no HotSpot JVM (" + vm.identity().vm() + ")"
                    + (options.isEmpty() ? "" : "; its own options are " + String.join(", ", options));
            return Judge.nothing(HealthStatus.NOT_APPLICABLE, reason, now);
        }
        return judge.judge(vm, process.glance(), full, now);
    }

    private boolean isJudged() {
        return isLinux() && vm().identity().isHotSpot();
    }

    private boolean isLinux() {
        String name = properties.apply("os.name");
        return name != null && name.startsWith("Linux");
    }

    /** Neither arguments nor flags change: they are read once, at worst by two threads at the same time. */
    private OwnVm vm() {
        OwnVm known = own.orElseGet(() -> OwnVm.read(roots.proc(), properties));
        own = Optional.of(known);
        return known;
    }

    /** What a service may set; all of it has a default. */
    public static final class Builder {
        private Duration maxAge = Duration.ofSeconds(1);
        private Duration interval = Duration.ofSeconds(10);
        private Duration budget = Duration.ofMillis(50);
        private boolean full = true;
        private int windows = 256;
        private double lostBelow = 0.9;
        private Optional<Severity> failOn = Optional.empty();
        private Roots roots = Roots.host();
        private UnaryOperator<String> properties = System::getProperty;
        private final List<HealthListener> listeners = new ArrayList<>();

        private Builder() {}

        /** A younger report is served as it is; 1 s unless set. */
        public Builder maxAge(Duration age) {
            maxAge = positive(age);
            return this;
        }

        /** How often the daemon thread looks; 10 s unless set. */
        public Builder interval(Duration time) {
            interval = positive(time);
            return this;
        }

        /** Whether the share of huge pages is looked at; true unless set. */
        public Builder full(boolean look) {
            full = look;
            return this;
        }

        /**
         * How long a look at smaps may take, as resident memory predicts (10 ms for each GiB); where the kernel offers the
         * scan of pagemap that samples, smaps is not read. 50 ms unless set.
         */
        public Builder budget(Duration time) {
            budget = positive(time);
            return this;
        }

        /** How many resident pages are sampled; 256 unless set, and 64 at least. */
        public Builder windows(int count) {
            if (count < 64 || count > 1 << 20) {
                throw new IllegalArgumentException("not between 64 and 1048576 windows: " + count);
            }
            windows = count;
            return this;
        }

        /**
         * A heap counts as on huge pages when 95 % of it are, and from then on until less than this share is: so that a
         * share that wobbles in between changes nothing. 0.9 unless set, 0.95 at most.
         */
        public Builder lostBelow(double share) {
            if (!(share > 0 && share <= 0.95)) {
                throw new IllegalArgumentException("not a share above 0 and up to 0.95: " + share);
            }
            lostBelow = share;
            return this;
        }

        /** A finding of this severity or a worse one makes the report DOWN; none does unless set. */
        public Builder failOn(Severity least) {
            failOn = Optional.of(least);
            return this;
        }

        /** Is told of each change of the outcome. */
        public Builder listener(HealthListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Another host than the one that we run on, for tests. */
        Builder on(Roots host, Map<String, String> systemProperties) {
            roots = host;
            properties = systemProperties::get;
            return this;
        }

        public HugePagesHealth build() {
            Settings settings = new Settings(maxAge, interval, budget, full, windows, lostBelow, failOn, listeners);
            return new HugePagesHealth(settings, roots, properties);
        }

        private static Duration positive(Duration time) {
            if (time.isNegative() || time.isZero() || time.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("not a time between 0 and a day: " + time);
            }
            return time;
        }
    }
}
