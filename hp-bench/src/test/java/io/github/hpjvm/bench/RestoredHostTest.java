package io.github.hpjvm.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.report.Campaigns;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RestoredHostTest {
    private static final Results RESULTS = Campaigns.smoke();
    private static final BenchException FULL = new BenchException("the disk is full");

    private final AtomicInteger restored = new AtomicInteger();

    private static void damaged() throws IOException {
        throw new IOException("the undo file is damaged");
    }

    private static Results failed() {
        throw new FailedCampaignException(RESULTS, List.of(FULL));
    }

    @Test
    void aFailedRestoreKeepsTheResults() {
        FailedCampaignException e = assertThrows(
                FailedCampaignException.class, () -> RestoredHost.after(() -> RESULTS, RestoredHostTest::damaged));
        assertSame(RESULTS, e.results());
        assertEquals("the undo file is damaged", e.getMessage());
    }

    @Test
    void aRefusedRestoreKeepsTheResults() {
        FailedCampaignException e = assertThrows(
                FailedCampaignException.class,
                () -> RestoredHost.after(() -> RESULTS, () -> {
                    throw FULL;
                }));
        assertSame(RESULTS, e.results());
    }

    @Test
    void aFailedRestoreKeepsTheResultsOfAFailedCampaign() {
        FailedCampaignException e = assertThrows(
                FailedCampaignException.class,
                () -> RestoredHost.after(RestoredHostTest::failed, RestoredHostTest::damaged));
        assertSame(RESULTS, e.results());
        assertEquals("the disk is full; the undo file is damaged", e.getMessage());
    }

    @Test
    void withoutResultsBothReasonsAreShown() {
        BenchException e = assertThrows(
                BenchException.class,
                () -> RestoredHost.after(
                        () -> {
                            throw FULL;
                        },
                        RestoredHostTest::damaged));
        assertEquals("the disk is full; the undo file is damaged", e.getMessage());
        assertSame(FULL, e.getCause());
    }

    @Test
    void theHostIsRestoredOnceInAnyCase() throws IOException {
        assertSame(RESULTS, RestoredHost.after(() -> RESULTS, restored::incrementAndGet));
        assertEquals(1, restored.get());
        FailedCampaignException e = assertThrows(
                FailedCampaignException.class,
                () -> RestoredHost.after(RestoredHostTest::failed, restored::incrementAndGet));
        assertTrue(e.getMessage().equals("the disk is full") && restored.get() == 2, e.getMessage() + restored);
        assertThrows(
                UsageException.class,
                () -> RestoredHost.after(
                        () -> {
                            throw new UsageException("gate: wrong");
                        },
                        restored::incrementAndGet));
        assertEquals(3, restored.get());
    }
}
