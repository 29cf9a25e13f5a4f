package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.cli.Called;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollapseCommandTest {
    private static final Optional<String> UNDO = Optional.of("sudo hp-cli collapse 7 --undo");

    /** A look after the last step decides, not the number of changed blocks. */
    @Test
    void theHelpSaysWhatTheExitCodeDependsOn() {
        String help = Called.with("collapse", "--help").out().replaceAll("\\s+", " ");
        assertTrue(help.contains("fewer than 95 % of the blocks have the wanted pages; with --undo"), help);
    }

    /** A collapse that fails after its first step. The regions are in the command, and locked pages are not split. */
    @Test
    void whatAFailureLeavesHasItsCommand() {
        assertEquals(
                "blocks may be on huge pages. They are split with: sudo hp-cli collapse 7 --undo --region code",
                CollapseCommand.left(false, Optional.of("sudo hp-cli collapse 7 --undo --region code")));
        assertEquals("blocks may be on huge pages", CollapseCommand.left(false, Optional.empty()));
    }

    /** To read the pages of a large heap after Ctrl-C takes longer than the 10 s of other commands. */
    @Test
    void anEndWithoutAResultSaysSo() {
        String none = "hp-cli collapse: no result in 2 minutes; ";
        assertEquals(
                none + "blocks may be on huge pages. They are split with: sudo hp-cli collapse 7 --undo",
                CollapseCommand.cut(false, UNDO));
        assertEquals(
                none + "blocks may still be on huge pages. It goes on with: sudo hp-cli collapse 7 --undo",
                CollapseCommand.cut(true, UNDO));
        assertEquals(
                none + "blocks may be on huge pages",
                CollapseCommand.cut(false, Optional.empty()),
                "locked pages are not split");
    }
}
