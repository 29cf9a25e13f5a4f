package io.github.hpjvm.cli.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollapseCommandTest {
    private static final Optional<String> UNDO = Optional.of("sudo hp-cli collapse 7 --undo");

    /** To read the pages of a large heap after Ctrl-C takes longer than the 10 s of other commands. */
    @Test
    void anEndWithoutAResultSaysSo() {
        String none = "hp-cli collapse: no result, as the pages were not read in 2 minutes; ";
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
