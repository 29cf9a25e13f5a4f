package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.bench.evidence.Evidence;
import io.github.hpjvm.bench.evidence.EvidenceGate;
import io.github.hpjvm.bench.evidence.ForkCopy;
import io.github.hpjvm.bench.evidence.HostView;
import io.github.hpjvm.bench.evidence.Outside;
import io.github.hpjvm.bench.evidence.OutsideCopy;
import io.github.hpjvm.bench.evidence.Price;
import io.github.hpjvm.bench.evidence.SeenJvm;
import io.github.hpjvm.bench.evidence.Usage;
import io.github.hpjvm.bench.run.host.HostReader;
import io.github.hpjvm.bench.variant.Variant;
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
 * Looks at the processes of a program ten times a second while it runs: what they use, and what stands behind the heaps of
 * the JVMs among them.
 */
public final class RunWatch implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LAST_LOOK = Duration.ofSeconds(10);

    private final ProcessTree tree;
    private volatile boolean lookByItself;
    private final Predicate<Long> counts;
    private final boolean wholeTree;
    private final Bytes pmdSize = HostReader.pmdSize();
    private final Tally tally = new Tally();
    private final Map<Long, JvmSight> jvms = new LinkedHashMap<>();
    private final ChildTimes before = ChildTimes.now();
    private final long start = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "hp-bench run watch");
        thread.setDaemon(true);
        return thread;
    });
    private ChildTimes others = ChildTimes.NONE;
    private long wallMillis = -1;

    private RunWatch(ProcessTree tree, boolean lookByItself, Predicate<Long> counts, boolean wholeTree) {
        this.wholeTree = wholeTree;
        this.tree = tree;
        this.counts = counts;
        this.lookByItself = lookByItself;
        timer.scheduleWithFixedDelay(this::look, 0, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Looks at heaps now and then. */
    public static RunWatch start(ProcessTree tree) {
        return new RunWatch(tree, true, pid -> true, true);
    }

    /** Looks at heaps when it is told to ({@link #lookNow}). */
    public static RunWatch startWhereTold(ProcessTree tree) {
        return new RunWatch(tree, false, pid -> true, true);
    }

    /**
     * As {@link #startWhereTold}, while programs of other watches run: the times of children that have ended, which the
     * kernel keeps for all of ours together, are not used.
     */
    public static RunWatch startAmongOthers(ProcessTree tree) {
        return new RunWatch(tree, false, pid -> true, false);
    }

    /**
     * As {@link #startWhereTold}, at JVMs of one main class alone: the others neither count nor are looked at.
     */
    public static RunWatch startFor(ProcessTree tree, String mainClass) {
        return new RunWatch(tree, false, pid -> ProcessTree.hasWord(pid, mainClass), false);
    }

    /** From now on it looks at heaps now and then, too: there is no moment that somebody could tell. */
    public void lookNowAndThen() {
        lookByItself = true;
    }

    /** Looks at every heap that counts after that time, on the watch's own thread. */
    public void lookIn(Duration time) {
        timer.schedule(this::lookNow, time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Milliseconds since the watch began, right before the program was started. */
    public long millis() {
        return Duration.ofNanos(System.nanoTime() - start).toMillis();
    }

    /** Looks at the heap of every JVM now: a moment that matters. */
    public synchronized void lookNow() {
        look(true);
    }

    private void look() {
        try {
            look(false);
        } catch (RuntimeException e) {
            // A look that fails is one less; a scheduled task that throws would be the last one.
        }
    }

    private synchronized void look(boolean heaps) {
        List<ProcessHandle> running = tree.running().stream()
                .filter(process -> counts.test(process.pid()))
                .toList();
        tally.begin();
        for (ProcessHandle process : running) {
            Optional<String> status =
                    TextFile.read(ProcessTree.file(process.pid(), "status")).known();
            Optional<String> stat =
                    TextFile.read(ProcessTree.file(process.pid(), "stat")).known();
            if (status.isPresent() && stat.isPresent()) {
                tally.add(process.pid(), status.get(), stat.get());
            }
        }
        tally.end();
        for (ProcessHandle process : running) {
            if (!jvms.containsKey(process.pid())
                    && !ProcessTree.aboveLibjvm(process.pid()).isEmpty()) {
                jvms.put(process.pid(), new JvmSight(process, pmdSize, millis()));
            }
            JvmSight sight = jvms.get(process.pid());
            if (sight != null && (heaps || lookByItself && sight.isDue(millis()))) {
                sight.look(millis());
            }
        }
    }

    /** Does something else meanwhile; what other children of ours use that end in that time does not count. */
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

    /** From the start of the watch to the end of the program. */
    public synchronized long wallMillis() {
        return wallMillis < 0 ? millis() : wallMillis;
    }

    /** The program has ended, and has been waited for. */
    public synchronized void ended() {
        if (wallMillis < 0) {
            wallMillis = millis();
        }
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(LAST_LOOK.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The JVM with the largest heap: the one by which the run is judged. Empty if there was no JVM. */
    private Optional<JvmSight> largest() {
        return jvms.values().stream().max(Comparator.comparing(JvmSight::largest));
    }

    /** Whether a JVM was among the processes. */
    public synchronized boolean sawJvm() {
        return !jvms.isEmpty();
    }

    /** Why the judged JVM could not be judged; empty if it was looked at. */
    private Optional<String> unseen() {
        Optional<JvmSight> judged = largest();
        if (judged.isEmpty()) {
            return Optional.of("it started no JVM that could be seen");
        }
        return judged.get().looks().isEmpty()
                ? Optional.of("the heap of its JVM, process " + judged.get().pid() + ", was not seen: "
                        + judged.get().unseen())
                : Optional.empty();
    }

    /**
     * Whether the judged JVM was on the pages that the variant asks for, by the same gate as a fork of ours.
     *
     * @param folios what the host has counted meanwhile of the folios that the variant is about
     */
    public synchronized Evidence judge(Variant variant, HostView host, OptionalLong folios) {
        Optional<String> unseen = unseen();
        if (unseen.isPresent()) {
            return Evidence.unseen(unseen.get());
        }
        JvmSight judged = largest().orElseThrow();
        String copy = OutsideCopy.text(judged.arguments(), OutsideCopy.judged(judged.looks(), pmdSize));
        return new EvidenceGate(variant, host).judge(ForkCopy.parse(copy), "", folios);
    }

    /**
     * What was seen.
     *
     * @param variantArguments what must have arrived at each JVM
     */
    public synchronized Outside seen(List<String> variantArguments) {
        ChildTimes waitedFor = wholeTree ? ChildTimes.now().minus(before).minus(others) : ChildTimes.NONE;
        Usage usage = new Usage(
                wallMillis(),
                larger(tally.cpuMillis(), waitedFor.millis()),
                larger(tally.minorFaults(), waitedFor.minor()),
                larger(tally.majorFaults(), waitedFor.major()));
        List<SeenJvm> seen = new ArrayList<>();
        Optional<JvmSight> judged = largest();
        jvms.values().forEach(it -> seen.add(it.seen(variantArguments, judged.equals(Optional.of(it)))));
        return new Outside(usage, seen);
    }

    /** A process that was not waited for by us or ours is in the looks alone, and what came after the last look in the sum. */
    private static OptionalLong larger(OptionalLong looked, long waitedFor) {
        return looked.isPresent() ? OptionalLong.of(Math.max(looked.getAsLong(), waitedFor)) : looked;
    }

    /** Its peak of memory, and the time that it took to be ready where that is known. */
    public synchronized Price price(OptionalLong readyMillis) {
        return new Price(tally.resident(), tally.pageTables(), readyMillis);
    }
}
