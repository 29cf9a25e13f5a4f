package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.own.OwnCoverage;
import io.github.hpjvm.advisor.read.own.OwnProcess;
import io.github.hpjvm.advisor.read.own.OwnProcess.Glance;
import io.github.hpjvm.advisor.read.own.OwnVm;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.Rules;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Health check of the JVM that it runs in: whether huge pages back the heap. Create one per service. Thread-safe.
 *
 * <p>{@link #check} never throws, except an OutOfMemoryError of the service, and does not block. It returns the last report while that is younger than
 * {@code maxAge}. Otherwise it reads some small files: {@code /proc/self/status}, {@code /proc/vmstat}, the modes of
 * transparent huge pages, and the {@code memory.stat} of an own control group. Slower facts, such as pools, limits and
 * the share of heap and code on huge pages, are read by one daemon thread, which the first check starts. Until the
 * thread has completed its first check the status is UNKNOWN.
 *
 * <p>The thread checks, logs and calls listeners as long as the application references the check. It ends after
 * {@link #close}, and when the check has been garbage collected. It keeps neither the check nor the class loader of
 * this class reachable. An application that is undeployed without {@code close()} therefore leaves no objects behind,
 * even with the check in a static field.
 *
 * <p>Findings are advice: no report is DOWN unless {@link Builder#failOn} is set. Each change of outcome is logged
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
    private volatile Optional<Checked> lastMemoryCheck = Optional.empty();
    private volatile Served served = new Served(
            Judge.nothing(
                    HealthStatus.UNKNOWN, "First check in progress; the next check has its result", Instant.now()),
            System.nanoTime(),
            false);

    /** Used by the check's thread only. */
    private Optional<OwnCoverage> coverage = Optional.empty();

    /**
     * @param nanos time of its creation, by the monotonic clock
     * @param real whether it is the result of a check
     */
    private record Served(HealthReport report, long nanos, boolean real) {}

    /** @param nanos time of the check, by the monotonic clock */
    private record Checked(MemoryCheck check, long nanos) {
        MemoryCheck at(Instant now) {
            return check.aged(Duration.ofNanos(System.nanoTime() - nanos), now);
        }
    }

    HugePagesHealth(Settings settings, Roots roots, UnaryOperator<String> properties) {
        this.settings = settings;
        this.roots = roots;
        this.properties = properties;
        this.process = new OwnProcess(roots);
        this.judge = new Judge(settings.failOn(), settings.rules(), settings.full(), settings.staleAfter());
        this.watch = new Watch(settings.interval(), settings.listeners(), this::run);
    }

    /** Creates a check with the defaults of the builder. */
    public static HugePagesHealth create() {
        return builder().build();
    }

    /** Returns the ids of the rules that a check asks, in their order. */
    public static List<String> rules() {
        return Rules.ofHealthCheck().stream().map(Rule::id).distinct().toList();
    }

    public static Builder builder() {
        return new Builder();
    }

    /**
     * Returns the last report while it is younger than {@code maxAge}, or while another thread creates a new one.
     * Otherwise creates a new report.
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
        long wait = saturated(most);
        HealthReport report = check();
        boolean waits = report.status() == HealthStatus.UNKNOWN && settings.full();
        while (waits
                && System.nanoTime() - start < wait
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(WAIT_NANOS);
            // The examination ends before its report: make one that has it.
            Optional<HealthReport> fresh = lastMemoryCheck.isPresent() ? computeIfFree() : Optional.empty();
            report = fresh.orElseGet(this::check);
            waits = fresh.isEmpty() && report.status() == HealthStatus.UNKNOWN;
        }
        return report;
    }

    /** Returns nanoseconds; 0 for a negative time, and the largest number for one of more than 292 years. */
    private static long saturated(Duration time) {
        if (time.isNegative()) {
            return 0;
        }
        return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : time.toNanos();
    }

    /** Ends the thread. Later reports use the small files, and the last check of the memory until it is too old. */
    @Override
    public void close() {
        watch.close();
    }

    /** One run of the daemon thread; returns its report. */
    private HealthReport run(boolean memoryToo, boolean surroundingsToo) {
        try {
            if (isJudged()) {
                if (surroundingsToo) {
                    process.refresh();
                }
                if (memoryToo && settings.full()) {
                    lastMemoryCheck = Optional.of(new Checked(checkMemory(), System.nanoTime()));
                }
            }
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // The report then states that the check of the memory is missing or too old.
        }
        return computeFresh();
    }

    /** Creates a report that includes the latest check of the memory, even if a caller is creating one without it. */
    private HealthReport computeFresh() {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (!computing.get()) {
                return compute();
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return compute();
    }

    private MemoryCheck checkMemory() {
        OwnCoverage reader =
                coverage.orElseGet(() -> new OwnCoverage(roots, vm(), settings.windows(), settings.budgetMillis()));
        coverage = Optional.of(reader);
        Instant now = Instant.now();
        Optional<MemoryCheck> before = lastMemoryCheck.map(checked -> checked.at(now));
        Glance glance = process.glance();
        MemoryCheck check = MemoryCheck.of(reader.look(glance.status()), before, settings.lostBelow(), now);
        return judge.needsMarks(vm(), glance, check, now) ? check.withMarks(reader.marks(glance.status())) : check;
    }

    private HealthReport compute() {
        return computeIfFree().orElseGet(() -> served.report);
    }

    /** A new report; empty while another thread makes one. */
    private Optional<HealthReport> computeIfFree() {
        if (!computing.compareAndSet(false, true)) {
            return Optional.empty();
        }
        try {
            Served last = served;
            HealthReport fresh = report().since(last.report);
            served = new Served(fresh, System.nanoTime(), true);
            watch.startOrWake(last.real && !fresh.hasOutcomeOf(last.report));
            return Optional.of(fresh);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (RuntimeException | Error e) {
            return Optional.of(HealthReport.failed(e));
        } finally {
            computing.set(false);
        }
    }

    private HealthReport report() {
        Instant now = Instant.now();
        if (!isLinux()) {
            return Judge.nothing(
                    HealthStatus.NOT_APPLICABLE, "The operating system is not Linux: huge pages are not checked", now);
        }
        OwnVm vm = vm();
        if (!vm.identity().isHotSpot()) {
            List<String> options = vm.identity().vm().hugePageOptions();
            String reason = "This is not a HotSpot JVM (" + vm.identity().vm() + ")"
                    + (options.isEmpty() ? "" : "; its own options are " + String.join(", ", options));
            return Judge.nothing(HealthStatus.NOT_APPLICABLE, reason, now);
        }
        return judge.judge(vm, process.glance(), lastMemoryCheck.map(checked -> checked.at(now)), now);
    }

    private boolean isJudged() {
        return isLinux() && vm().identity().isHotSpot();
    }

    private boolean isLinux() {
        String name = properties.apply("os.name");
        return name != null && name.startsWith("Linux");
    }

    /** Reads arguments and flags once, because they do not change. Two threads may do so at the same time. */
    private OwnVm vm() {
        OwnVm known = own.orElseGet(() -> OwnVm.read(roots.proc(), properties));
        own = Optional.of(known);
        return known;
    }

    /** Settings of a service. Each has a default. */
    public static final class Builder {
        // HugePagesHealthProperties of both Spring Boot binders, and docs/HEALTH.md, repeat these defaults.
        private Duration maxAge = Duration.ofSeconds(1);
        private Duration interval = Duration.ofSeconds(10);
        private Duration budget = Duration.ofMillis(50);
        private boolean full = true;
        private int windows = 256;
        private double lostBelow = 0.9;
        private Optional<Severity> failOn = Optional.empty();
        private final Set<String> ignored = new HashSet<>();
        private final Map<String, Severity> severities = new HashMap<>();
        private Roots roots = Roots.host();
        private UnaryOperator<String> properties = System::getProperty;
        private final List<HealthListener> listeners = new ArrayList<>();

        private Builder() {}

        /** Sets the age up to which a report is returned again; default 1 s. */
        public Builder maxAge(Duration age) {
            maxAge = positive(age);
            return this;
        }

        /** Sets the interval of the daemon thread; default 10 s. */
        public Builder interval(Duration time) {
            interval = positive(time);
            return this;
        }

        /** Sets whether the share of huge pages is read; default true. */
        public Builder full(boolean enabled) {
            full = enabled;
            return this;
        }

        /**
         * Sets the time that reading smaps may take, as predicted from resident memory (10 ms for each GiB) and from the
         * last reads. If the kernel supports PAGEMAP_SCAN, the check samples with it. It then reads smaps at most once, for a
         * heap that has no huge page in always mode. Default 50 ms.
         */
        public Builder budget(Duration time) {
            budget = positive(time);
            return this;
        }

        /** Sets the number of resident pages that are sampled; default 256, at least 64. */
        public Builder windows(int count) {
            if (count < 64 || count > 1 << 20) {
                throw new IllegalArgumentException("windows must be between 64 and 1048576, but is " + count);
            }
            windows = count;
            return this;
        }

        /**
         * Sets the share below which a heap no longer counts as on huge pages; default 0.9, at most 0.95. A heap counts
         * as on huge pages from a share of 95 % on. The lower limit prevents that small variations change the outcome.
         */
        public Builder lostBelow(double share) {
            if (!(share > 0 && share <= 0.95)) {
                throw new IllegalArgumentException("lostBelow must be above 0 and at most 0.95, but is " + share);
            }
            lostBelow = share;
            return this;
        }

        /** Sets the lowest severity that makes the report DOWN; default none. */
        public Builder failOn(Severity least) {
            failOn = Optional.of(least);
            return this;
        }

        /**
         * Ignores findings of a rule, such as {@code HP-103} in a team that decided against transparent huge pages. The
         * summary of a report names the ignored rules that have a finding.
         *
         * @throws IllegalArgumentException if there is no such rule
         */
        public Builder ignore(String rule) {
            ignored.add(known(rule));
            return this;
        }

        /**
         * Sets the severity of findings of a rule, for {@link #failOn} and the report.
         *
         * @throws IllegalArgumentException if there is no such rule
         */
        public Builder severity(String rule, Severity severity) {
            severities.put(known(rule), Objects.requireNonNull(severity, "severity"));
            return this;
        }

        private static String known(String rule) {
            return Rules.of(rule)
                    .map(Rule::id)
                    .orElseThrow(() -> new IllegalArgumentException("there is no rule " + rule));
        }

        /** Adds a listener for changes of the outcome. */
        public Builder listener(HealthListener listener) {
            listeners.add(Objects.requireNonNull(listener, "listener"));
            return this;
        }

        /** Sets another host, for tests. */
        Builder on(Roots host, Map<String, String> systemProperties) {
            roots = host;
            properties = systemProperties::get;
            return this;
        }

        public HugePagesHealth build() {
            RuleSettings rules = new RuleSettings(ignored, severities);
            Settings settings =
                    new Settings(maxAge, interval, budget, full, windows, lostBelow, failOn, rules, listeners);
            return new HugePagesHealth(settings, roots, properties);
        }

        private static Duration positive(Duration time) {
            if (time.isNegative() || time.isZero() || time.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("the time must be above 0 and at most one day, but is " + time);
            }
            return time;
        }
    }
}
