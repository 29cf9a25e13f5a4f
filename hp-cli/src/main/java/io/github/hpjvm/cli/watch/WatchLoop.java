package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.LiveFacts;
import io.github.hpjvm.advisor.read.WatchedHost;
import io.github.hpjvm.advisor.read.file.ProcessStat;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.ThpFiles;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.jvm.WatchedJvm;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.source.OwnHeap;
import io.github.hpjvm.cli.source.Pid;
import io.github.hpjvm.cli.source.Unexamined;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.process.Stoppable;
import io.github.hpjvm.console.process.ThisProcess;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Reads JVMs at intervals and shows each reading, until the time is over, all targets have ended, or a signal ends it. */
final class WatchLoop {
    /** The longest time that an execve of the process of {@code --pid} is waited for. */
    private static final Duration CHANGE = Duration.ofSeconds(2);

    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);
    private static final Duration DISCOVERY = Duration.ofSeconds(5);
    private static final Duration SHUTDOWN = Duration.ofSeconds(5);
    private static final long MEMORY_MILLIS = 5000;

    /** What the tables of a JVM take on a busy host. */
    private static final long LEAST_MILLIS = 200;

    private final Roots roots = Roots.host();
    private final WatchRequest request;
    private final Optional<NativeCalls> calls = NativeAccess.findForOnce().known();
    private final Bytes pmdSize;
    private final WatchBudget budget;
    private final WatchOutput output;
    private final CoarseReadings coarse = new CoarseReadings();
    private Optional<Recorder> recorder = Optional.empty();
    private final HostIdentity host;
    private final Map<Long, WatchTarget> targets = new LinkedHashMap<>();
    private final NewProcesses processes = new NewProcesses(this::program, System.nanoTime());
    private final Reopening reopening = new Reopening();
    private final OwnHeap heap = new OwnHeap();
    private final List<String> conclusions = new ArrayList<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private boolean known;

    /** Whether this user may not read JVMs of {@code --all}. */
    private boolean hidden;

    /** The exit code of {@code --require}. */
    private int required = ExitCodes.OK;

    private boolean judged;

    /** The attempts that are left to find a JVM in the process of {@code --pid}, which runs another program now. */
    private int attempts;

    private Optional<HostReading> last = Optional.empty();
    private long discovered;

    /** A time of {@link System#nanoTime} before those of all readings: only differences of these can be compared. */
    private final long earliest = System.nanoTime();

    /** CPU time of the snapshot of this reading. Not each reading takes one, so it does not decide the interval. */
    private long snapshotCost;

    /** The time of {@link System#nanoTime} at which the loop ends. */
    private long end = Long.MAX_VALUE;

    WatchLoop(WatchRequest request) {
        this.request = request;
        this.pmdSize = ThpFiles.pmdSize(ThpFiles.folder(roots.sys())).known().orElse(USUAL_PMD);
        this.budget = new WatchBudget(request.interval());
        this.output = new WatchOutput(request, calls);
        this.host = WatchedHost.identity(roots);
    }

    /** Runs until it ends, and returns the exit code. */
    int run() {
        return Stoppable.run(SHUTDOWN, interruption -> {
            interruption.endsBy(stop::countDown);
            recorder = request.record().map(folder -> new Recorder(folder, output::problem));
            try {
                return watch();
            } finally {
                targets.values().forEach(WatchTarget::close);
                recorder.ifPresent(Recorder::close);
            }
        });
    }

    private int watch() {
        end = request.time().map(time -> System.nanoTime() + time.toNanos()).orElse(Long.MAX_VALUE);
        Optional<Integer> refused = begin();
        if (refused.isPresent()) {
            return refused.get();
        }
        long next = System.nanoTime();
        while (true) {
            tick();
            boolean none = !request.all() && targets.isEmpty() && attempts == 0;
            boolean over =
                    none || output.isClosed() && (recorder.isEmpty() || output.isPipe()) || System.nanoTime() >= end;
            next = Math.max(next + budget.effective().toNanos(), System.nanoTime());
            if (over || awaitStop(Duration.ofNanos(Math.min(next, end) - System.nanoTime()))) {
                break;
            }
        }
        end();
        request.required()
                .filter(it -> !judged)
                .ifPresent(it -> conclusions.add("--require " + it + " is open: there was no JVM to watch."));
        conclusions.forEach(output::print);
        return request.exitCode(required, known, hidden);
    }

    /** Reports what changed since the last alerts, and concludes. */
    private void end() {
        Map<Long, List<Alert>> rest = new LinkedHashMap<>();
        for (WatchTarget target : targets.values()) {
            List<Alert> alerts = target.settle();
            if (!alerts.isEmpty()) {
                rest.put(target.pid(), alerts);
            }
        }
        if (!rest.isEmpty() && last.isPresent()) {
            show(Instant.now(), last.get(), Map.of(), rest);
        }
        if (recorder.isPresent() && last.isPresent()) {
            Instant now = Instant.now();
            WatchLines lines = lines(now, last.get());
            coarse.rest()
                    .ifPresent(kept -> recorder.get().coarse(now, lines.of(kept.pids(), kept.events(), kept.alerts())));
        }
        targets.values().forEach(target -> conclude(target, ""));
    }

    /** Judges the last reading of a JVM. A JVM that fails the requirement decides the exit code, then one that is unknown. */
    private void judge(WatchTarget target) {
        if (request.required().isPresent()) {
            judged = true;
            Answer answer = request.required().get().judge(target.regions());
            conclusions.add("PID " + target.pid() + ": " + answer.reason());
            int code = RequireOption.exitCode(answer);
            required = required == ExitCodes.FOUND || code == ExitCodes.OK ? required : code;
        }
    }

    /** Opens the first targets; the exit code if that cannot be. */
    private Optional<Integer> begin() {
        if (request.all()) {
            hidden = LocalJvms.warnOfDenied(roots, Consoles.standard(), "watch --all");
            discover();
            return Optional.empty();
        }
        WatchTarget target = open(request.pid());
        targets.put(target.pid(), target);
        Pid.requirePresent(target.facts());
        Unexamined.reject(target.facts(), "hp-cli watch");
        boolean hotSpot =
                target.facts().identity().known().filter(vm -> !vm.isHotSpot()).isEmpty();
        if (!hotSpot) {
            output.problem("PID " + request.pid() + " is not a HotSpot JVM");
            return Optional.of(ExitCodes.INSUFFICIENT);
        }
        return Optional.empty();
    }

    /** The time until the end; the JVMs of a host together must not lengthen it. */
    private Duration left() {
        return Duration.ofNanos(end == Long.MAX_VALUE ? Long.MAX_VALUE : Math.max(0, end - System.nanoTime()));
    }

    private WatchTarget open(long pid) {
        return new WatchTarget(begin(pid), pmdSize, request.threshold(), request.anyJvm());
    }

    private WatchedJvm begin(long pid) {
        Contact contact = request.manner().contact();
        long most = Math.max(LEAST_MILLIS, left().toMillis());
        if (request.time().isPresent() && contact.timeout().toMillis() > most) {
            contact = contact.within(Duration.ofMillis(most));
        }
        Reach reach = new Reach(contact, true, Math.min(Patience.with(MEMORY_MILLIS), most), pmdSize)
                .with(ThpFiles.smallThp(roots.sys(), pmdSize))
                .withExact(request.manner().exact());
        return WatchedJvm.begin(roots, pid, reach, calls);
    }

    /** Finds JVMs that have started, at most every five seconds: it reads the mappings of each new process. */
    private void discover() {
        if (discovered != 0 && System.nanoTime() - discovered < DISCOVERY.toNanos()) {
            return;
        }
        discovered = System.nanoTime();
        Set<Long> present = new HashSet<>();
        List<Long> found = Jvms.candidates(roots, pid -> {
            present.add(pid);
            return !targets.containsKey(pid) && processes.isDue(pid);
        });
        processes.retain(present, discovered);
        for (long pid : found) {
            if (pid != ThisProcess.pid() && !left().isZero() && stop.getCount() > 0) {
                WatchTarget target = open(pid);
                heap.tidy();
                add(target);
            }
        }
    }

    /** Adds the target if it is a HotSpot JVM; returns whether it is. */
    private boolean add(WatchTarget target) {
        VmKind vm = target.facts().identity().known().map(VmIdentity::vm).orElse(VmKind.OTHER);
        if (vm == VmKind.HOTSPOT) {
            targets.put(target.pid(), target);
            return true;
        }
        target.close();
        return false;
    }

    /** Finds the JVM into which the process of {@code --pid} has changed: in its first moments it is not one. */
    private void follow() {
        WatchTarget target = open(request.pid());
        boolean gone = !target.isRunning() && !target.isReplaced(CHANGE);
        attempts = add(target) || gone ? 0 : attempts - 1;
    }

    private String program(long pid) {
        return ProcessStat.start(roots.proc(), pid)
                .known()
                .map(ProcessStat.Start::toString)
                .orElse("");
    }

    private void tick() {
        long begun = cpu();
        snapshotCost = 0;
        if (request.all()) {
            discover();
        } else if (attempts > 0) {
            follow();
        }
        boolean cheapest = true;
        HostReading earlier = WatchedHost.read(roots);
        budget.begin(
                targets.values().stream().mapToDouble(WatchTarget::heapCost).sum());
        List<WatchTarget> order = new ArrayList<>(targets.values());
        order.sort(Comparator.comparingLong(target -> target.whole() - earliest));
        for (WatchTarget target : order) {
            WatchTarget current = opened(target);
            current.read(budget, this::cpu);
            heap.tidy();
            cheapest &= current.wasCheapest();
            if (!current.isRunning()) {
                ended(current, earlier);
            }
        }
        HostReading reading = WatchedHost.read(roots);
        Instant now = Instant.now();
        Map<String, Long> deltas = last.map(reading::since).orElse(Map.of());
        last = Optional.of(reading);
        Map<Long, List<Alert>> fresh = new LinkedHashMap<>();
        for (WatchTarget target : targets.values()) {
            fresh.put(target.pid(), target.judge(now, earlier, reading));
            known |= target.history().isKnown();
        }
        show(now, reading, deltas, fresh);
        long cost = cpu() - begun;
        budget.took(cost);
        if (cheapest) {
            budget.least(cost - snapshotCost);
        }
        heap.tidy();
    }

    private void ended(WatchTarget target, HostReading reading) {
        Instant now = Instant.now();
        List<Alert> late = target.ended(now, reading, WatchedHost.read(roots));
        known |= target.history().isKnown();
        WatchLines lines = lines(now, reading);
        if (!late.isEmpty()) {
            Map<Long, List<Alert>> told = Map.of(target.pid(), late);
            String line = lines.of(told.keySet(), Map.of(), told);
            output.showLate(late, line);
            recorder.ifPresent(into -> into.fine(now, line));
        }
        recorder.ifPresent(into -> coarse.ended(now, target.pid(), late)
                .ifPresent(kept -> into.coarse(now, lines.of(kept.pids(), kept.events(), kept.alerts()))));
        // Of all JVMs, one that lets its change last must not delay the readings of the others: it is found again.
        boolean replaced = target.isReplaced(request.all() ? Duration.ZERO : CHANGE);
        conclude(target, replaced ? "the process runs another program now" : "the process ended");
        attempts = replaced && !request.all() ? Reopening.ATTEMPTS : 0;
        processes.forget(target.pid());
        targets.remove(target.pid());
        reopening.forget(target.pid());
        output.forget(target.pid());
        target.close();
    }

    /**
     * Opens a JVM again whose heap is not known, as of one that has just started, or that did not answer in time. Reads the
     * tables again of one that has its heap and no metaspace yet.
     */
    private WatchTarget opened(WatchTarget target) {
        Optional<Reason> unknown = target.unknownHeap();
        boolean begins = unknown.isEmpty() && target.lacksMetaspace();
        boolean again =
                reopening.isDue(target.pid(), begins ? Optional.of(Reason.TIMED_OUT) : unknown, System.nanoTime());
        if (!again || !target.isRunning()) {
            return target;
        }
        if (begins) {
            target.use(begin(target.pid()));
            return target;
        }
        WatchTarget fresh = open(target.pid());
        target.close();
        targets.put(fresh.pid(), fresh);
        return fresh;
    }

    private void show(Instant now, HostReading reading, Map<String, Long> deltas, Map<Long, List<Alert>> fresh) {
        WatchLines lines = lines(now, reading);
        Optional<Double> share = lines.share();
        output.show(now, reading, deltas, fresh, targets.values(), budget.effective(), share, lines);
        recorder.ifPresent(into -> {
            into.snapshot(now, targets.keySet(), this::snapshot);
            into.fine(now, lines.of(fresh.keySet(), deltas, fresh));
            coarse.add(now, reading, targets.keySet(), fresh)
                    .ifPresent(kept -> into.coarse(now, lines.of(kept.pids(), kept.events(), kept.alerts())));
        });
    }

    private WatchLines lines(Instant now, HostReading reading) {
        return new WatchLines(now, reading, targets, budget.effective(), output.ownShare(roots), host);
    }

    private String snapshot() {
        long begun = cpu();
        String text = FactsJson.writeCompact(LiveFacts.take(
                        roots, List.copyOf(targets.keySet()), request.manner().withCost())
                .withoutEnded());
        snapshotCost = cpu() - begun;
        return text;
    }

    /** @param end how the JVM ended, as a clause; empty if it has not */
    private void conclude(WatchTarget target, String end) {
        conclusions.add(target.history().conclusion(request.threshold(), end, target.unknown()));
        judge(target);
        if (!end.isEmpty() && request.all()) {
            conclusions.forEach(output::print);
            conclusions.clear();
        }
    }

    private long cpu() {
        return WatchedHost.threadCpuTime(roots).map(Duration::toNanos).orElseGet(System::nanoTime);
    }

    private boolean awaitStop(Duration most) {
        try {
            return stop.await(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
