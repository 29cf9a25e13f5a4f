package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.hiddenLimits;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimits;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PretouchMissingTest {
    private static final String ID = "HP-404";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Jvm fixed(long touchedMib, String... more) {
        List<String> arguments = new ArrayList<>(List.of(THP, "-Xms1g", "-Xmx1g"));
        arguments.addAll(List.of(more));
        return heap(
                g1(17, arguments.toArray(String[]::new)), on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(touchedMib)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void advisesPretouchForAFixedHeap() {
        assertEquals(
                List.of(new JvmFlag(List.of("-XX:+AlwaysPreTouch"), List.of(), "restart; 724 MiB more resident")),
                Judged.by(ID, host(), fixed(300)).actions(INFO));
        Judged.by(ID, host(), fixed(922)).passes();
        Judged.by(ID, host(), fixed(100, "-XX:+AlwaysPreTouch")).passes();
    }

    /** Measured on 17.0.21, 21 and 25: -Xms256m -XX:MinHeapSize=64m starts with 256 MiB, -XX:MinHeapSize=512m with 512 MiB. */
    @Test
    void aLaterMinimumDoesNotLowerTheInitialHeap() {
        Judged.by(ID, host(), fixed(300, "-XX:MinHeapSize=64m")).finds(INFO);
        Jvm least = g1(17, THP, "-XX:MinHeapSize=1g", "-Xmx1g");
        Judged.by(ID, host(), heap(least, on(PageKind.THP, Bytes.ofGiB(1), Bytes.ofMiB(300))))
                .finds(INFO);
    }

    @Test
    void doesNotApplyIfMemoryIsScarce() {
        Judged.by(ID, host(), memoryLimit(fixed(300), 1600, 1500)).doesNotApply("does not fit");
        Host poor = with(host(), "memory", memory(Bytes.ofMiB(1235), Bytes.ofMiB(2)));
        Judged.by(ID, poor, fixed(300)).doesNotApply("does not fit");
        Judged.by(ID, with(host(), "memory", memory(Bytes.ofMiB(1236), Bytes.ofMiB(2))), fixed(300))
                .finds(INFO);
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), g1(17)).doesNotApply("not requested");
        Judged.by(ID, host(), g1(17, THP, "-Xms512m")).doesNotApply("can stay smaller");
        Judged.by(ID, host(), jvm(17, Collector.G1, Bytes.ofMiB(512), THP, "-Xms512m"))
                .doesNotApply("within seconds");
        Judged.by(ID, thp("never", "-", "never"), fixed(300)).doesNotApply("are disabled");
        Jvm z = jvm(21, Collector.ZGC, Bytes.ofGiB(8), THP, "-Xms8g", "-Xmx8g");
        Judged.by(ID, host(), heap(z, on(PageKind.THP, Bytes.ofGiB(8), Bytes.ofGiB(1))))
                .doesNotApply("ZGC allocates");
    }

    /** 300 of 1536 MiB are of the heap: half of the other 1236 MiB must stay free beside the 724 MiB that become resident. */
    @Test
    void aGroupWithoutRoomForOtherMemoryIsTooSmall() {
        Judged.by(ID, host(), memoryLimit(fixed(300), 1536 + 724 + 618, 1536)).finds(INFO);
        Judged.by(ID, host(), memoryLimit(fixed(300), 1536 + 724 + 617, 1536)).doesNotApply("does not fit");
        Jvm small = JvmSamples.status(fixed(300), "VmRSS", 320 * 1024 + " kB");
        Judged.by(ID, host(), memoryLimit(small, 320 + 724 + 64, 320)).finds(INFO);
        Judged.by(ID, host(), memoryLimit(small, 320 + 724 + 63, 320)).doesNotApply("does not fit");
    }

    /** The lowest limit is not the one with the least room. */
    @Test
    void theLimitWithTheLeastRoomDecides() {
        Jvm jvm = fixed(300);
        Judged.by(ID, host(), memoryLimits(jvm, List.of(limit("/app", 4000, 1500)), List.of()))
                .finds(INFO);
        Judged.by(ID, host(), memoryLimits(jvm, List.of(limit("/app", 4000, 1500), limit("/", 9000, 8500)), List.of()))
                .doesNotApply("does not fit");
        Judged.by(ID, host(), memoryLimits(jvm, List.of(limit("/app", 4000, 1500)), List.of(limit("/app", 2000, 1500))))
                .doesNotApply("does not fit");
    }

    /** A limit that is not known may be lower than the heap. */
    @Test
    void hiddenLimitsAreNoRoom() {
        Judged.by(ID, host(), hiddenLimits(fixed(300))).needs("memory limits", Reason.NOT_PRESENT);
        Judged.by(ID, host(), with(fixed(300), "cgroup", denied("/proc/4242/cgroup")))
                .needs("control groups", Reason.DENIED);
        Judged.by(ID, host(), limited(fixed(300), true)).needs("memory limits of parent groups", Reason.NOT_PRESENT);
        Fact<?> none = Fact.absent(Reason.NOT_PRESENT, Source.of("/proc/4242/cgroup"));
        Judged.by(ID, host(), with(fixed(300), "cgroup", none)).finds(INFO);
        Cgroup groups = with(
                FactsSamples.groups(),
                "memory",
                Fact.absent(Reason.NOT_SUPPORTED, Source.of("/proc/4242/cgroup", "no control group for memory")));
        Judged.by(ID, host(), with(fixed(300), "cgroup", known(groups, "/proc/4242/cgroup")))
                .finds(INFO);
    }
}
