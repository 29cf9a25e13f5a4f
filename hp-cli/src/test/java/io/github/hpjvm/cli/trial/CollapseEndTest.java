package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.bench.run.trial.CollapseRun;
import io.github.hpjvm.bench.run.trial.PagesSeen;
import io.github.hpjvm.bench.trial.Blocks;
import io.github.hpjvm.bench.trial.Change;
import io.github.hpjvm.bench.trial.PageState;
import io.github.hpjvm.bench.trial.TrialEnd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollapseEndTest {
    private static final long SIZE = 2 << 20;
    private static final Blocks BLOCKS = Blocks.saved(SIZE, List.of(new AddressRange(0, 155 * SIZE)), List.of());
    private static final Optional<String> UNDO = Optional.of("sudo hp-cli collapse 4242 --undo");

    private static CollapseEnd end(Change change, PageState wanted, PagesSeen now) {
        return CollapseEnd.of(change, wanted, false, Optional.empty()).seen(now, wanted, BLOCKS);
    }

    /** The exit code is 1: the kernel changed all blocks, and fewer than 95 % have their pages a moment later. */
    @Test
    void blocksThatWereChangedAgainHaveAReason() {
        Change all = new Change(155, Map.of(), 0);
        CollapseEnd end = end(all, PageState.THP, new PagesSeen(135, 155, 20 * 512));
        assertEquals(
                Optional.of("20 of 155 blocks of 2 MiB are not on huge pages: khugepaged or the process changed them"
                        + " meanwhile"),
                end.message(false, BLOCKS, UNDO));
        String document = new CollapseJson(4242, false, List.of(RegionName.HEAP), BLOCKS, end, 0.87, 1, 7).text();
        assertTrue(document.contains("\"notChanged\" : 20"), document);
        assertTrue(document.contains("\"reason\" : \"khugepaged or the process changed them "), document);
        assertEquals(
                Optional.of("20 of 155 blocks of 2 MiB are not on base pages: khugepaged or the process changed them"
                        + " meanwhile; it goes on with: sudo hp-cli collapse 4242 --undo"),
                end(all, PageState.BASE, new PagesSeen(20, 155, 135 * 512)).message(true, BLOCKS, UNDO));
    }

    @Test
    void aProcessThatReturnedAllItsMemoryHasAReason() {
        CollapseEnd end = end(new Change(155, Map.of(), 0), PageState.THP, new PagesSeen(0, 0, 0));
        assertEquals(155, end.without());
    }

    /** What the kernel refused has its errno. */
    @Test
    void aRefusalKeepsItsReason() {
        CollapseEnd refused = end(new Change(154, Map.of(12, 1), 0), PageState.THP, new PagesSeen(134, 155, 21 * 512));
        assertEquals(
                Optional.of(
                        "21 of 155 blocks of 2 MiB are not on huge pages: the kernel found no free huge page (ENOMEM)"),
                refused.message(false, BLOCKS, UNDO),
                "20 were changed, and changed again");
        CollapseEnd enough = CollapseEnd.of(new Change(155, Map.of(), 0), PageState.THP, true, Optional.empty());
        assertSame(enough, enough.seen(new PagesSeen(154, 155, 512), PageState.THP, BLOCKS));
    }

    private static CollapseEnd undone(Change change, int huge, Optional<CollapseEnd.Stop> stop) {
        return CollapseEnd.of(new CollapseRun.Undone(change, new PagesSeen(huge, 155, (155 - huge) * 512L), 155), stop);
    }

    /** khugepaged works on the same memory. The kernel may also refuse to split a block. */
    @Test
    void anUndoSaysWhyBlocksAreHuge() {
        CollapseEnd again = undone(new Change(155, Map.of(), 0), 5, Optional.empty());
        assertEquals(TrialEnd.NOT_REALISED, again.end());
        assertEquals(
                Optional.of(
                        "5 of 155 blocks of 2 MiB are not on base pages: khugepaged or the process changed them meanwhile; it"
                                + " goes on with: sudo hp-cli collapse 4242 --undo"),
                again.message(true, BLOCKS, UNDO));
        assertEquals(
                Optional.of(
                        "5 of 155 blocks of 2 MiB are not on base pages: the kernel does not split these pages (EINVAL): the"
                                + " process has locked them with mlock; it goes on with: sudo hp-cli collapse 4242 --undo"),
                undone(new Change(150, Map.of(22, 5), 0), 5, Optional.empty()).message(true, BLOCKS, UNDO));
    }

    /** A stop after the last block left none. */
    @Test
    void aStopIsTheReasonOfWhatItLeft() {
        Optional<CollapseEnd.Stop> stop = CollapseEnd.Stop.of(true, false, "5ms");
        assertEquals(
                "it was stopped",
                undone(new Change(100, Map.of(), 55), 55, stop).reason());
        assertEquals(
                "khugepaged or the process changed them meanwhile",
                undone(new Change(155, Map.of(), 0), 5, stop).reason());
    }
}
