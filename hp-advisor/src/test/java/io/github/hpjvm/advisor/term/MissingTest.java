package io.github.hpjvm.advisor.term;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import org.junit.jupiter.api.Test;

class MissingTest {
    @Test
    void hasTheWordsOfTheFact() {
        Fact.Absent<?> absent = new Fact.Absent<>(
                Reason.TIMED_OUT, Source.of("/proc/7/task/*/syscall", "3 of 40 threads", "run on a CPU"), "look again");
        Missing missing = absent.missing("stacks");
        assertEquals("3 of 40 threads | run on a CPU", missing.detail());
        assertEquals("TIMED_OUT: 3 of 40 threads | run on a CPU (/proc/7/task/*/syscall); look again", missing.why());
    }

    @Test
    void whyHasWhatThereIs() {
        assertEquals("SKIPPED (smaps)", new Missing("heap", Reason.SKIPPED, "smaps", "").why());
        assertEquals("NOT_SUPPORTED", new Missing("heap", Reason.NOT_SUPPORTED, "", "").why());
        assertEquals(
                "DENIED: permission denied", new Missing("heap", Reason.DENIED, "", "", "permission denied").why());
    }
}
