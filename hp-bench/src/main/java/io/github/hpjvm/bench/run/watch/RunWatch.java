package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.evidence.EvidenceGate;
import io.github.hpjvm.bench.evidence.ForkCopy;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.OutsideCopy;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.os.time.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Samples the processes of a program ten times a second while it runs: their resources, and the pages that back the
 * heaps of the JVMs among them.
 */
public final class RunWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_LOOK = Duration.ofSeconds(10);

    private final StartedProcesses tree;
    private volatile boolean periodic;
    private final Predicate<Long> counts;
    private final boolean wholeTree;
    private final Bytes pmdSize = HostReader.pmdSize();
    private final Tally tally = new Tally();
    private final Map<Long, JvmSampler> jvms = new LinkedHashMap<>();
    private final ChildTimes before = ChildTimes.now();
    private final long start = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hp-bench run watch");
        thread.setDaemon(true);
        return thread;
    });
    private ChildTimes others = ChildTimes.NONE;
    private long wallMillis = -1;

    @SuppressWarnings("FutureReturnValueIgnored") // sample() throws nothing
    private RunWatch(StartedProcesses tree, boolean periodic, Predicate<Long> counts, boolean wholeTree) {
        this.wholeTree = wholeTree;
        this.tree = tree;
        this.counts = counts;
        this.periodic = periodic;
        timer.scheduleWithFixedDelay(this::sample, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Samples heaps periodically. */
    public static RunWatch start(StartedProcesses tree) {
        return new RunWatch(tree, true, pid -> true, true);
    }

    /** Samples heaps on {@link #sampleNow} only. */
    public static RunWatch startOnDemand(StartedProcesses tree) {
        return new RunWatch(tree, false, pid -> true, true);
    }

    /**
     * As {@link #startOnDemand}, while other watches run. It ignores the times of ended children: the kernel keeps
     * one sum of them for this whole process.
     */
    public static RunWatch startOnDemandAmongOthers(StartedProcesses tree) {
        return new RunWatch(tree, false, pid -> true, false);
    }

    /** As {@link #startOnDemand}, for JVMs of one main class only: other JVMs neither count nor are sampled. */
    public static RunWatch startForClass(StartedProcesses tree, String mainClass) {
        return new RunWatch(tree, false, pid -> StartedProcesses.hasWord(pid, mainClass), false);
    }

    /** Also samples heaps periodically from now on, for a program without a known measuring phase. */
    public void samplePeriodically() {
        periodic = true;
    }

    /** Samples every counted heap after that time, on the watch's own thread. */
    @SuppressWarnings("FutureReturnValueIgnored") // a failed sample is evidence that is missing
    public void sampleIn(Duration time) {
        timer.schedule(this::sampleNow, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Milliseconds since the watch began, right before the program was started. */
    public long millis() {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    /** Samples the heap of every JVM now. */
    public synchronized void sampleNow() {
        sample(true);
    }

    private void sample() {
        try {
            sample(false);
        } catch (RuntimeException e) {
            // A failed sample is skipped. A scheduled task that throws would be the last one.
        }
    }

    private synchronized void sample(boolean heaps) {
        List<ProcessHandle> running = tree.running().stream()
                .filter(process -> counts.test(process.pid()))
                .toList();
        tally.begin();
        for (ProcessHandle process : running) {
            Optional<String> status = TextFile.read(StartedProcesses.file(process.pid(), "status"))
                    .known();
            Optional<String> stat =
                    TextFile.read(StartedProcesses.file(process.pid(), "stat")).known();
            if (status.isPresent() && stat.isPresent()) {
                tally.add(process.pid(), status.get(), stat.get());
            }
        }
        tally.end();
        for (ProcessHandle process : running) {
            if (!jvms.containsKey(process.pid())) {
                MappedLibjvm.of(process.pid())
                        .ifPresent(it -> jvms.put(process.pid(), new JvmSampler(process, it, pmdSize, millis())));
            }
            JvmSampler sampler = jvms.get(process.pid());
            if (sampler != null && (heaps || periodic && sampler.isDue(millis()))) {
                sampler.sample(millis());
            }
        }
    }

    /** Runs an action; ignores the resources of other child processes that end meanwhile. */
    public <T> T leavingOut(Supplier<T> something) {
        ChildTimes from = ChildTimes.now();
        try {
            return something.get();
        } finally {
            leaveOut(ChildTimes.now().minus(from));
        }
    }

    private synchronized void leaveOut(ChildTimes more) {
        others = new ChildTimes(
                others.minor() + more.minor(), others.major() + more.major(), others.millis() + more.millis());
    }

    /** Time from the start of the watch to the end of the program. */
    public synchronized long wallMillis() {
        return wallMillis < 0 ? millis() : wallMillis;
    }

    /** Records the end of the program; call it after the program was waited for. */
    public synchronized void ended() {
        if (wallMillis < 0) {
            wallMillis = millis();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(Patience.with(LAST_LOOK).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The JVM with the largest heap, whose pages decide the evidence of the run; empty if there was no JVM. */
    private Optional<JvmSampler> largest() {
        return jvms.values().stream().max(Comparator.comparing(JvmSampler::largest));
    }

    /** The libjvm.so of that JVM; empty if there was no JVM. */
    public synchronized Optional<MappedLibjvm> libjvm() {
        return largest().map(JvmSampler::libjvm);
    }

    /** The reason why that JVM could not be examined; empty if it was. */
    private Optional<String> whyUnexamined() {
        Optional<JvmSampler> judged = largest();
        if (judged.isEmpty()) {
            return Optional.of("the command started no JVM that could be examined");
        }
        return judged.get().samples().isEmpty()
                ? Optional.of("the heap of its JVM, process " + judged.get().pid() + ", was not examined: "
                        + judged.get().whyUnexamined())
                : Optional.empty();
    }

    /**
     * Whether that JVM had the pages of the variant, by the same gate as a fork of hp-bench.
     *
     * @param folios number of folios of the variant's size that the host has allocated meanwhile
     */
    public synchronized PageEvidence judge(Variant variant, HostView host, OptionalLong folios) {
        Optional<String> why = whyUnexamined();
        if (why.isPresent()) {
            return variant.proof() instanceof Proof.Reported
                    ? PageEvidence.reported(why.get())
                    : PageEvidence.unseen(why.get());
        }
        JvmSampler judged = largest().orElseThrow();
        String copy = OutsideCopy.text(judged.arguments(), OutsideCopy.firstAndLast(judged.samples(), pmdSize));
        return new EvidenceGate(variant, host).judge(ForkCopy.parse(copy), "", folios);
    }

    /**
     * Describes the program's processes.
     *
     * @param variantArguments arguments that each JVM should have received
     */
    public synchronized Outside observed(List<String> variantArguments) {
        ChildTimes waitedFor = wholeTree ? ChildTimes.now().minus(before).minus(others) : ChildTimes.NONE;
        Usage usage = new Usage(
                wallMillis(),
                larger(tally.cpuMillis(), waitedFor.millis()),
                larger(tally.minorFaults(), waitedFor.minor()),
                larger(tally.majorFaults(), waitedFor.major()));
        List<ObservedJvm> seen = new ArrayList<>();
        Optional<JvmSampler> judged = largest();
        jvms.values().forEach(it -> seen.add(it.observed(variantArguments, judged.equals(Optional.of(it)))));
        return new Outside(usage, seen);
    }

    /**
     * CPU time of the programs of a round that is not in the time of the children of this process. The kernel adds the time of
     * a child when its parent waits for it. Processes that still run are missing, and so are processes whose parent ended
     * before them: init waits for these (exit_notify and reparent_leader in {@code kernel/exit.c}).
     */
    public static long unwaitedMillis(List<RunWatch> watches) {
        long sampled = 0;
        long waited = ChildTimes.now().minus(watches.get(0).before).millis();
        for (RunWatch watch : watches) {
            sampled += watch.sampledMillis();
            waited -= watch.leftOutMillis();
        }
        return Math.max(0, sampled - waited);
    }

    private synchronized long sampledMillis() {
        return tally.cpuMillis().orElse(0);
    }

    private synchronized long leftOutMillis() {
        return others.millis();
    }

    /** Samples miss the time after the last one, and the kernel's sum misses processes that were not waited for. */
    private static OptionalLong larger(OptionalLong looked, long waitedFor) {
        return looked.isPresent() ? OptionalLong.of(Math.max(looked.getAsLong(), waitedFor)) : looked;
    }

    /** Its peak memory, and the time until it was ready if known. */
    public synchronized Price price(OptionalLong readyMillis) {
        return new Price(tally.resident(), tally.pageTables(), readyMillis);
    }
}
