package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares the time of one reading among JVMs that reply after a time of their own, on a clock that they set forward. */
class FairSourceTest {
    private static final Duration LIMIT = Duration.ofSeconds(6);
    private static final long SLOW = 5000;
    private static final long FAST = 20;
    private static final Reach FULL = Reach.full(Bytes.ofMiB(2));

    private final Map<Long, Long> replyMillis = new HashMap<>();
    private final Map<Long, Reach> given = new HashMap<>();
    private long millis;

    private long nanos() {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** A JVM replies within its time, or uses up the time that it gets. */
    private Jvm jvm(long pid, Reach reach) {
        given.put(pid, reach);
        long allowed = reach.contact().timeout().toMillis();
        millis += Math.min(allowed, replyMillis.get(pid));
        return JvmSamples.g1(21);
    }

    private boolean replied(long pid) {
        return replyMillis.get(pid) <= given.get(pid).contact().timeout().toMillis();
    }

    private void read(Duration limit, List<Long> pids) {
        new FairSource(this::jvm, targets(pids), limit, this::nanos).read(FULL);
    }

    private static List<FairSource.Target> targets(List<Long> pids) {
        return pids.stream().map(pid -> new FairSource.Target(pid, 1000)).toList();
    }

    private List<Long> jvms(long first, long count, long reply) {
        List<Long> pids = LongStream.range(first, first + count).boxed().toList();
        pids.forEach(pid -> replyMillis.put(pid, reply));
        return pids;
    }

    @Test
    void slowJvmsLeaveTimeForAllOthers(@TempDir Path root) {
        List<Long> slow = jvms(1, 7, SLOW);
        List<Long> fast = jvms(8, 10, FAST);
        List<Long> all = LongStream.rangeClosed(1, 17).boxed().toList();
        Facts facts = LiveFacts.take(
                Roots.under(root),
                HostReach.ADVICE,
                Manner.sparing(Contact.whereDenied()),
                new FairSource(this::jvm, targets(all), LIMIT, this::nanos));
        assertEquals(all.size(), facts.jvms().size());
        assertTrue(fast.stream().allMatch(this::replied), given::toString);
        assertTrue(slow.stream().noneMatch(this::replied), given::toString);
        assertTrue(millis <= LIMIT.toMillis(), () -> millis + " ms");
    }

    @Test
    void timeThatFastJvmsDoNotNeedIsForTheOthers() {
        jvms(1, 9, FAST);
        jvms(10, 1, 1500);
        read(LIMIT, LongStream.rangeClosed(1, 10).boxed().toList());
        assertTrue(replied(10), given::toString);
    }

    @Test
    void aloneAJvmGetsNoMoreThanWithoutALimit() {
        jvms(1, 1, FAST);
        read(Duration.ofMinutes(1), List.of(1L));
        assertEquals(FULL.with(Contact.never()), given.get(1L));
    }

    /** A first reply takes some time, which an equal share of 200 JVMs does not have. */
    @Test
    void manyFastJvmsAllReply() {
        List<Long> all = jvms(1, 100, 50);
        read(LIMIT, all);
        assertTrue(all.stream().limit(60).allMatch(this::replied), given::toString);
    }

    @Test
    void anyNumberOfSlowJvmsLeavesAShare() {
        jvms(1, 200, SLOW);
        jvms(201, 100, 1);
        read(LIMIT, LongStream.rangeClosed(1, 300).boxed().toList());
        for (long pid = 201; pid <= 300; pid++) {
            assertTrue(replied(pid), given.get(pid)::toString);
        }
        assertTrue(millis <= LIMIT.toMillis(), () -> millis + " ms");
    }

    @Test
    void withoutTimeAJvmIsNotDisturbed() {
        jvms(1, 1, FAST);
        read(Duration.ZERO, List.of(1L));
        assertTrue(given.get(1L).contact().timeout().isZero());
        assertFalse(given.get(1L).memory());
    }

    /** Seven JVMs of one user do not reply; those of the others have larger PIDs, and need a contact as well. */
    @Test
    void aUserCannotUseUpTheTimeOfOthers() {
        List<FairSource.Target> targets = new ArrayList<>();
        for (long pid = 1; pid <= 7; pid++) {
            replyMillis.put(pid, SLOW);
            targets.add(new FairSource.Target(pid, 2000));
        }
        for (long pid = 8; pid <= 40; pid++) {
            replyMillis.put(pid, 60L);
            targets.add(new FairSource.Target(pid, pid % 3));
        }
        List<Long> contacted = new ArrayList<>();
        FairSource source = new FairSource(
                (pid, reach) -> {
                    boolean contact = reach.contact().permission() != Contact.Permission.NEVER;
                    if (contact) {
                        contacted.add(pid);
                        jvm(pid, reach);
                    } else {
                        millis += 5;
                    }
                    boolean known = contact && replied(pid);
                    return known ? JvmSamples.g1(21) : unlocated();
                },
                targets,
                LIMIT,
                this::nanos);
        source.read(FULL);
        assertEquals(40, contacted.size());
        for (long pid = 8; pid <= 40; pid++) {
            assertTrue(replied(pid), given.get(pid)::toString);
        }
        assertTrue(millis <= LIMIT.toMillis(), () -> millis + " ms");
    }

    private static Jvm unlocated() {
        Fact.Absent<?> denied = new Fact.Absent<>(Reason.DENIED, Source.of("tables"), "");
        return FactsSamples.with(JvmSamples.g1(21), "regions", List.of(Region.absent(RegionName.HEAP, denied)));
    }

    @Test
    void usersTakeTurns() {
        List<FairSource.Target> inOrder = List.of(
                new FairSource.Target(1, 7),
                new FairSource.Target(2, 7),
                new FairSource.Target(3, 7),
                new FairSource.Target(4, 8),
                new FairSource.Target(5, 8));
        assertEquals(
                List.of(1L, 4L, 2L, 5L, 3L),
                FairSource.inTurn(inOrder).stream().map(FairSource.Target::pid).toList());
    }
}
