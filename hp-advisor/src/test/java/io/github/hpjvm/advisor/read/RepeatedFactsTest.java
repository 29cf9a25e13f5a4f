package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads a tree that looks like {@code /proc} several times. */
class RepeatedFactsTest {
    private static final String LIBJVM =
            "7f0000000000-7f0000001000 r-xp 00000000 08:01 77 /opt/jdk/lib/server/libjvm.so\n";
    private static final String OTHER = "7f0000000000-7f0000001000 r-xp 00000000 08:01 78 /bin/sh\n";
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path root;

    /** Above PID_MAX_LIMIT of {@code include/linux/threads.h}: no process has such a number. */
    private static final long PID = 5_000_001;

    private void process(long pid, String name, String maps, String environ) throws IOException {
        Path process = Files.createDirectories(root.resolve("proc").resolve(Long.toString(pid)));
        Files.writeString(process.resolve("stat"), pid + " (" + name + ") S" + " 0".repeat(18) + " 77 0 0");
        Files.writeString(process.resolve("status"), "Name:\t" + name + "\nState:\tS (sleeping)\nUid:\t1\t1\t1\t1\n");
        Files.writeString(process.resolve("maps"), maps);
        Files.writeString(process.resolve("smaps"), maps);
        Files.writeString(process.resolve("cmdline"), "/opt/jdk/bin/java\0Main\0");
        Files.writeString(process.resolve("environ"), environ);
    }

    private RepeatedFacts facts(Duration limit) {
        return new RepeatedFacts(Roots.under(root), Manner.sparing(Contact.never()), limit);
    }

    private static List<Long> pids(RepeatedFacts.Reading reading) {
        return reading.facts().jvms().stream().map(Jvm::pid).toList();
    }

    @Test
    void findsJvmsAndTheirServices() throws IOException {
        process(PID + 1, "java", LIBJVM, "OTEL_SERVICE_NAME=shop\0");
        process(PID, "java", LIBJVM, "");
        process(PID + 2, "sh", OTHER, "OTEL_SERVICE_NAME=none\0");
        RepeatedFacts.Reading reading = facts(LONG).take();
        assertEquals(List.of(PID, PID + 1), pids(reading));
        assertEquals(Map.of(PID + 1, "shop"), reading.services());
    }

    @Test
    void aProcessThatRunsAnotherProgramIsExaminedAgain() throws IOException {
        RepeatedFacts facts = facts(LONG);
        process(PID, "start.sh", OTHER, "");
        assertEquals(List.of(), pids(facts.take()));
        process(PID, "start.sh", LIBJVM, "");
        assertEquals(List.of(), pids(facts.take()), "the same process is examined after a minute");
        process(PID, "java", LIBJVM, "");
        assertEquals(List.of(PID), pids(facts.take()));
    }

    @Test
    void memoryIsReadWithinTheLimitOnly() throws IOException {
        process(PID, "java", LIBJVM, "");
        Fact<?> late = heap(facts(Duration.ZERO).take());
        assertTrue(late instanceof Fact.Absent<?> absent && absent.reason() == Reason.SKIPPED, late::toString);
        assertEquals("no time was left for this JVM", late.source().excerpt());
        Fact<?> read = heap(facts(LONG).take());
        assertTrue(!read.source().excerpt().contains("no time was left"), read::toString);
        assertTrue(!read.source().excerpt().contains("not requested"), read::toString);
    }

    @Test
    void aBusyHostGetsALongerLimit() throws IOException {
        process(PID, "java", LIBJVM, "");
        RepeatedFacts facts = facts(LONG);
        Fact<?> late = heap(facts.take(0));
        assertEquals("no time was left for this JVM", late.source().excerpt());
        assertTrue(!heap(facts.take(1)).source().excerpt().contains("no time was left"));
    }

    /** Numbers of processes say nothing about the cost: mappings and resident memory do. */
    @Test
    void jvmsThatCostLittleComeFirst() throws IOException {
        process(PID, "java", LIBJVM + OTHER.repeat(500), "");
        process(PID + 1, "java", LIBJVM, "");
        process(PID + 2, "java", LIBJVM, "");
        Files.writeString(
                root.resolve("proc").resolve(Long.toString(PID + 1)).resolve("status"),
                "Name:\tjava\nState:\tS (sleeping)\nUid:\t1\t1\t1\t1\nVmRSS:\t40000000 kB\n");
        RepeatedFacts facts = facts(LONG);
        assertEquals(List.of(PID + 2, PID, PID + 1), facts.inOrder());
        facts.take();
        process(PID + 3, "java", LIBJVM + OTHER.repeat(1000), "");
        assertEquals(List.of(PID + 3, PID + 2, PID, PID + 1), facts.inOrder());
    }

    /** Some JVMs with many mappings, left over by a reading, must not take the time of all others in the next one. */
    @Test
    void oneCostlyJvmAtMostPrecedesTheOthers() throws IOException {
        process(PID + 3, "java", LIBJVM, "");
        RepeatedFacts facts = facts(LONG);
        facts.take();
        for (long pid = PID; pid < PID + 3; pid++) {
            process(pid, "java", LIBJVM + OTHER.repeat(21_000), "");
        }
        assertEquals(List.of(PID, PID + 3, PID + 1, PID + 2), facts.inOrder());
    }

    private static Fact<?> heap(RepeatedFacts.Reading reading) {
        return reading.facts().jvms().get(0).region(RegionName.HEAP).location();
    }
}
