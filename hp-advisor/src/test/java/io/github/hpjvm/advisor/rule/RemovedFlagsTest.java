package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;

class RemovedFlagsTest {
    private static final String ID = "HP-702";
    private static final String LARGE = "-XX:+UseLargePages";

    private static Action change(List<String> add, String... remove) {
        return new JvmFlag(add, List.of(remove));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void replacesFlagsThatALaterReleaseRefuses() {
        Outcome.Finding finding =
                Judged.by(ID, host(), g1(17, "-XX:+UseHugeTLBFS")).finds(INFO);
        assertTrue(finding.summary().contains("-XX:+UseHugeTLBFS (from 23 on)"), finding.summary());
        assertEquals(List.of(change(List.of(LARGE), "-XX:+UseHugeTLBFS")), finding.actions());
        assertEquals(
                List.of(change(List.of(), "-XX:+UseSHM")),
                Judged.by(ID, host(), g1(21, LARGE, "-XX:+UseSHM")).actions(INFO));
        assertEquals(
                List.of(change(List.of(), "-XX:+UseLargePagesInMetaspace")),
                Judged.by(ID, host(), g1(8, LARGE, "-XX:+UseLargePagesInMetaspace"))
                        .actions(INFO));
    }

    @Test
    void keepsOtherFlags() {
        Judged.by(ID, host(), g1(17, LARGE, "-XX:LargePageSizeInBytes=2m", "-Xmx1g"))
                .passes();
        Judged.by(ID, host(), g1(8, "-XX:+UseTransparentHugePages")).passes();
        Judged.by(ID, host(), g1(17)).passes();
    }

    @Test
    void ignoresFlagsUnknownToThisRelease() {
        Judged.by(ID, host(), g1(25, "-XX:+UseHugeTLBFS")).passes();
    }
}
