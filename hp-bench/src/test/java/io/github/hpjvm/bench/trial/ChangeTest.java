package io.github.hpjvm.bench.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeTest {

    /** The errnos of madvise_collapse_errno and can_madv_lru_vma of the kernel. */
    @ParameterizedTest
    @CsvSource({
        "THP, 12, no free huge page",
        "THP, 11, the pages were in use",
        "THP, 16, the control group has no memory left",
        "THP, 22, the kernel refuses huge pages there",
        "BASE, 22, has locked them with mlock",
        "BASE, 5, errno 5",
        "THP, 0, reported success"
    })
    void eachErrorHasItsReason(PageState wanted, int errno, String part) {
        String reason = new Change(1, Map.of(errno, 3, 99, 2), 0).reason(wanted);
        assertTrue(reason.contains(part), reason);
        assertEquals(5, new Change(1, Map.of(errno, 3, 99, 2), 0).notChanged());
        assertEquals(12, new Change(1, Map.of(errno, 3, 99, 2), 7).notChanged(), "with those that were not reached");
    }

    /** The look that found the other pages gives their number: the kernel may have changed all, and khugepaged some again. */
    @Test
    void aStateThatWasNotReachedHasItsNumber() {
        assertEquals(
                "70 of 1024 blocks are not on base pages: khugepaged or the process changed them meanwhile",
                new Change(0, Map.of(), 0).notReached(PageState.BASE, 70, 1024),
                "also if all had these pages already");
        assertEquals(
                "70 of 1024 blocks are not on huge pages: the kernel found no free huge page (ENOMEM)",
                new Change(954, Map.of(12, 70), 0).notReached(PageState.THP, 70, 1024));
    }

    @Test
    void whatMemoryLacksIsTheReason() {
        Change change = new Change(64, Map.of(12, 1), 100, Optional.of("huge pages need 160 MiB of free memory"));
        assertEquals("huge pages need 160 MiB of free memory", change.reason(PageState.THP));
        RestoredPages restored = new RestoredPages(7, 64, 101, 500, OptionalLong.empty(), change.lacking());
        assertFalse(restored.isComplete());
        assertEquals(
                "restored: 399 of 500 blocks have the pages of before; others stay on base pages, because huge pages need"
                        + " 160 MiB of free memory",
                restored.text());
    }

    @Test
    void pinnedPagesAreNamedWhereOlderKernelsHaveNoOtherErrno() {
        assertTrue(new Change(0, Map.of(22, 1), 0).reason(PageState.THP).contains("on older kernels, pinned pages"));
    }

    /** A failed charge has reclaimed memory of the group already, which stalls its processes. */
    @Test
    void aFailedChargeIsNotTriedAgainAtOnce() {
        assertFalse(Change.isForNow(16));
        assertTrue(Change.isForNow(0));
        assertTrue(Change.isForNow(11));
    }
}
