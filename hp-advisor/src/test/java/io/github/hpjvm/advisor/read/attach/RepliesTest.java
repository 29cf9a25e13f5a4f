package io.github.hpjvm.advisor.read.attach;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.term.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RepliesTest {
    private static final Source JVM = Source.of("jcmd 16");

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final Replies replies = Replies.kept(clock::get);

    private static Target target(long pid, long startTicks) {
        return new Target(
                Roots.host(),
                pid,
                startTicks,
                new ProcStatus(Map.of()),
                VmKind.HOTSPOT,
                Optional.of(17),
                List.of("tmp"),
                Optional.of(true));
    }

    private Fact<String> ask(Target target, String command) {
        return replies.reply(target, command, () -> Fact.known("reply " + asked.incrementAndGet(), JVM));
    }

    private Fact<String> fail(Target target, Reason reason) {
        return replies.reply(target, "VM.info", () -> {
            asked.incrementAndGet();
            return Fact.absent(reason, JVM);
        });
    }

    @Test
    void keepsRepliesOfProcessAndStartTime() {
        assertFalse(replies.has(target(16, 1)));
        assertEquals("reply 1", ask(target(16, 1), "VM.flags -all").known().orElseThrow());
        assertTrue(replies.has(target(16, 1)));
        assertEquals("reply 1", ask(target(16, 1), "VM.flags -all").known().orElseThrow());
        assertEquals("reply 2", ask(target(16, 1), "VM.info").known().orElseThrow());
        assertEquals("reply 3", ask(target(16, 2), "VM.info").known().orElseThrow(), "a later process");
        assertEquals("reply 4", ask(target(17, 1), "VM.info").known().orElseThrow());
    }

    @Test
    void metaspaceIsReadAgainAfterAMinuteAndFlagsAfterTen() {
        ask(target(16, 1), "VM.flags -all");
        ask(target(16, 1), "VM.metaspace vslist");
        clock.addAndGet(Duration.ofSeconds(29).toNanos());
        ask(target(16, 1), "VM.metaspace vslist");
        assertEquals(2, asked.get());
        clock.addAndGet(Duration.ofSeconds(31).toNanos());
        ask(target(16, 1), "VM.metaspace vslist");
        ask(target(16, 1), "VM.flags -all");
        assertEquals(3, asked.get());
        clock.addAndGet(Duration.ofMinutes(10).toNanos());
        ask(target(16, 1), "VM.flags -all");
        assertEquals(4, asked.get());
    }

    @Test
    void failuresAreKeptForAMinuteAndVanishedProcessesNot() {
        fail(target(16, 1), Reason.TIMED_OUT);
        fail(target(16, 1), Reason.TIMED_OUT);
        assertEquals(1, asked.get());
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        fail(target(16, 1), Reason.VANISHED);
        fail(target(16, 1), Reason.VANISHED);
        assertEquals(3, asked.get());
    }

    @Test
    void aJvmThatDoesNotReplyIsNotContactedForAMinute() {
        Fact<Attach> timeout = Fact.absent(Reason.TIMED_OUT, JVM);
        replies.attached(target(16, 1), timeout);
        replies.attached(target(17, 1), Fact.absent(Reason.SKIPPED, JVM));
        assertEquals(Optional.of(timeout), replies.refusal(target(16, 1)));
        assertEquals(Optional.empty(), replies.refusal(target(17, 1)), "it may be ready now");
        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        assertEquals(Optional.empty(), replies.refusal(target(16, 1)));
    }

    @Test
    void forgetsOtherProcesses() {
        ask(target(16, 1), "VM.info");
        ask(target(17, 1), "VM.info");
        replies.retain(Set.of(new Replies.Process(17, 1)));
        assertFalse(replies.has(target(16, 1)));
        assertTrue(replies.has(target(17, 1)));
    }

    @Test
    void theTotalSizeIsLimited() {
        String large = "x".repeat(30 << 20);
        replies.reply(target(16, 1), "VM.info", () -> Fact.known(large, JVM));
        replies.reply(target(17, 1), "VM.info", () -> Fact.known(large, JVM));
        assertEquals("reply 1", ask(target(17, 1), "VM.info").known().orElseThrow(), "the second was not kept");
        replies.retain(Set.of(new Replies.Process(17, 1)));
        replies.reply(target(18, 1), "VM.info", () -> Fact.known(large, JVM));
        assertEquals(large, ask(target(18, 1), "VM.info").known().orElseThrow(), "there is room again");
    }

    @Test
    void noneKeepsNothing() {
        Replies none = Replies.none();
        none.reply(target(16, 1), "VM.info", () -> Fact.known("a", JVM));
        assertFalse(none.has(target(16, 1)));
        assertEquals(
                "b",
                none.reply(target(16, 1), "VM.info", () -> Fact.known("b", JVM))
                        .known()
                        .orElseThrow());
    }
}
