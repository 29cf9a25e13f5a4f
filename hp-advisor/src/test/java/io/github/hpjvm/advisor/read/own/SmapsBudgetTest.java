package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SmapsBudgetTest {
    private static final long BUDGET = 50;

    private final SmapsBudget budget = new SmapsBudget(BUDGET);

    private void took(Bytes resident, long millis) {
        budget.took(resident, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** A hundred thousand small mappings: resident memory predicts 10 ms. */
    @Test
    void aReadThatTakesTooLongIsNotRepeated() {
        Bytes resident = Bytes.ofGiB(1);
        assertTrue(budget.allows(resident));
        took(resident, 400);
        assertTrue(budget.allows(resident), "one slow read may be that of a busy host");
        took(resident, 380);
        assertFalse(budget.allows(resident));
        assertEquals(380, budget.expected(resident));
        assertFalse(budget.allows(resident));
        assertTrue(budget.allows(Bytes.ofMiB(100)), "a process that has become small");
    }

    /** Two periods of a CPU limit made the reads of a start slow. */
    @Test
    void oneReadIsTriedAgainLater() {
        Bytes resident = Bytes.ofGiB(1);
        took(resident, 400);
        took(resident, 400);
        for (int i = 0; i < 60; i++) {
            assertFalse(budget.allows(resident));
        }
        assertTrue(budget.allows(resident));
        took(resident, 390);
        assertFalse(budget.allows(resident), "it is as slow as before");
        for (int i = 0; i < 59; i++) {
            assertFalse(budget.allows(resident));
        }
        assertTrue(budget.allows(resident));
        took(resident, 5);
        for (int i = 0; i < 100; i++) {
            assertTrue(budget.allows(resident));
            took(resident, 5);
        }
    }

    /** Resident memory that varies by a tenth around the limit. */
    @Test
    void aProcessNearTheLimitDoesNotChangeItsState() {
        Bytes below = Bytes.ofMiB(5000);
        Bytes above = Bytes.ofMiB(5500);
        assertFalse(budget.allows(above));
        for (int i = 0; i < 5; i++) {
            assertTrue(budget.allows(below));
            assertTrue(budget.allows(above));
        }
        assertFalse(budget.allows(Bytes.ofMiB(6600)));
        assertFalse(budget.allows(above));
        assertTrue(budget.allows(below));
    }

    @Test
    void theReasonOfAFileThatCannotBeOpenedIsNotSeccomp() {
        assertEquals(Reason.NOT_SUPPORTED, notOpened(2).reason());
        assertEquals(Reason.DENIED, notOpened(13).reason());
        assertTrue(notOpened(13).grant().contains("setcap"), notOpened(13).grant());
        assertTrue(notOpened(1).source().excerpt().contains("errno 1"));
    }

    private static Fact.Absent<Object> notOpened(int errno) {
        return (Fact.Absent<Object>) OwnCoverage.<Object>notOpened("/proc/self/pagemap", errno);
    }
}
