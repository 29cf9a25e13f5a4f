package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.evidence.ObservedJvm;
import io.github.hpjvm.bench.evidence.OutsideCopy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Samples one JVM several times while it runs. It locates the heap once, by HotSpot's tables, and reads the
 * pages of the heap from smaps each time. The interval grows with the JVM's age and with the cost of a sample, so that
 * reading smaps takes two per cent of its time, and at least one sample is taken each time that its age has doubled.
 */
final class JvmSampler {
    private static final Bytes SMAPS_LIMIT = Bytes.ofMiB(64);

    /** The first sample follows the JVM's start; each further one follows when its age has grown by a quarter. */
    private static final Duration FIRST = Duration.ofMillis(150);

    private static final double OLDER = 0.25;
    private static final int COST_SHARE = 50;
    private static final int AGAIN_SHARE = 10;
    private static final Duration AGAIN = Duration.ofMillis(200);

    private final ProcessHandle process;
    private final MappedLibjvm libjvm;
    private final Bytes pmdSize;
    private final long born;
    private final List<OutsideCopy.Sample> samples = new ArrayList<>();
    private Optional<Jvm> jvm = Optional.empty();
    private String called = "";
    private List<AddressRange> heap = List.of();
    private String whyUnexamined = "it ended before it could be examined";
    private long due;

    /**
     * @param born in milliseconds after the start of the program
     */
    JvmSampler(ProcessHandle process, MappedLibjvm libjvm, Bytes pmdSize, long born) {
        this.process = process;
        this.libjvm = libjvm;
        this.pmdSize = pmdSize;
        this.born = born;
        this.due = born + FIRST.toMillis();
    }

    long pid() {
        return process.pid();
    }

    MappedLibjvm libjvm() {
        return libjvm;
    }

    boolean isDue(long now) {
        return now >= due;
    }

    /** @param now milliseconds after the start of the program */
    void sample(long now) {
        long asked = System.nanoTime();
        if (heap.isEmpty()) {
            locate();
        }
        long before = System.nanoTime();
        long again = Math.max(AGAIN.toMillis(), Duration.ofNanos(before - asked).toMillis() * AGAIN_SHARE);
        boolean seen = !heap.isEmpty() && read(now);
        long cost = Duration.ofNanos(System.nanoTime() - before).toMillis();
        due = now + (seen ? pause(now - born, cost) : again);
    }

    /**
     * A quarter of its age, more if samples are expensive; but never so long that the second half of its life has no
     * sample.
     */
    static long pause(long age, long cost) {
        long dear = Math.min(cost * COST_SHARE, age);
        return Math.max(FIRST.toMillis(), Math.max(Math.round(age * OLDER), dear));
    }

    private void locate() {
        Jvm now = Jvms.read(Roots.host(), process.pid(), Reach.heap(pmdSize));
        boolean known =
                now.identity().known().isPresent() && now.arguments().known().isPresent();
        if (known) {
            jvm = Optional.of(now);
            called = StartedProcesses.called(
                    pid(), now.arguments().known().map(Arguments::main).orElse(""));
        }
        Region region = now.region(RegionName.HEAP);
        if (region.location() instanceof Fact.Absent<List<AddressRange>> why) {
            whyUnexamined = why.reason() + ": " + why.source();
        }
        heap = region.location().known().orElse(List.of());
    }

    private boolean read(long now) {
        Optional<String> smaps = TextFile.read(StartedProcesses.file(process.pid(), "smaps"), SMAPS_LIMIT)
                .known();
        Optional<String> status =
                TextFile.read(StartedProcesses.file(process.pid(), "status")).known();
        if (smaps.isEmpty() || smaps.get().isEmpty() || !process.isAlive()) {
            whyUnexamined = "its smaps could not be read";
            return false;
        }
        try {
            List<AddressRange> ranges = HeapRanges.once(heap, Smaps.parse(smaps.get()));
            OutsideCopy.Sample sample = new OutsideCopy.Sample(now, ranges, smaps.get(), status.orElse(""));
            if (sample.backing(pmdSize).filter(it -> !it.residentMax().isZero()).isPresent()) {
                samples.add(sample);
                return true;
            }
        } catch (IllegalArgumentException e) {
            whyUnexamined = "its smaps is damaged: " + e.getMessage();
        }
        return false;
    }

    /** All arguments of this JVM; empty if they could not be read. */
    Optional<List<String>> arguments() {
        return jvm.flatMap(it -> it.arguments().known()).map(Arguments::texts);
    }

    List<OutsideCopy.Sample> samples() {
        return List.copyOf(samples);
    }

    String whyUnexamined() {
        return whyUnexamined;
    }

    /** The largest observed size of its heap. */
    Bytes largest() {
        return samples.stream()
                .flatMap(sample -> sample.backing(pmdSize).stream())
                .map(Backing::residentMax)
                .max(Bytes::compareTo)
                .orElse(Bytes.ZERO);
    }

    /**
     * Describes the JVM for the run.
     *
     * @param variantArguments arguments that it should have received
     * @param judged whether its pages decide the evidence of the run
     */
    ObservedJvm observed(List<String> variantArguments, boolean judged) {
        Optional<OutsideCopy.Sample> last = samples.stream().reduce((first, second) -> second);
        Optional<Backing> backing = last.flatMap(sample -> sample.backing(pmdSize));
        return new ObservedJvm(
                pid(),
                called,
                jvm.flatMap(it -> it.identity().known())
                        .map(VmIdentity::version)
                        .orElse(""),
                judged,
                arguments().map(it -> it.containsAll(variantArguments)),
                backing.flatMap(Backing::kind),
                backing.map(Backing::residentMin).orElse(Bytes.ZERO),
                backing.map(Backing::hugeMin).orElse(Bytes.ZERO),
                samples.stream().map(OutsideCopy.Sample::millis).toList(),
                last.isPresent() ? Optional.empty() : Optional.of(whyUnexamined));
    }
}
