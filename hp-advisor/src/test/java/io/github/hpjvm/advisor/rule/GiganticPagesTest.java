package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import org.junit.jupiter.api.Test;

class GiganticPagesTest {
    private static final String ID = "HP-601";
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String GIGANTIC = "-XX:LargePageSizeInBytes=1g";

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void olderReleasesIgnoreTheFlag() {
        List<Action> without = List.of(new JvmFlag(List.of(), List.of(GIGANTIC)));
        assertEquals(without, Judged.by(ID, host(), g1(8, LARGE, GIGANTIC)).actions(INFO));
        assertEquals(without, Judged.by(ID, host(), g1(11, LARGE, GIGANTIC)).actions(INFO));
        assertEquals(
                without,
                Judged.by(ID, host(), jvm(11, Collector.ZGC, Bytes.ofGiB(1), LARGE, GIGANTIC))
                        .actions(INFO));
    }

    @Test
    void newerReleasesRoundTheHeapUp() {
        Outcome.Finding finding =
                Judged.by(ID, host(), g1(17, LARGE, GIGANTIC, "-Xmx512m")).finds(INFO);
        assertTrue(finding.summary().contains("1 GiB instead of 512 MiB"), finding.summary());
        Judged.by(ID, host(), g1(17, LARGE, GIGANTIC, "-Xmx1000m")).passes();
        Judged.by(ID, host(), g1(17, LARGE, GIGANTIC)).passes();
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), g1(17, LARGE)).doesNotApply("no page size");
        Judged.by(ID, host(), g1(17, LARGE, GIGANTIC, "-XX:LargePageSizeInBytes=2m"))
                .doesNotApply("no page size");
        Judged.by(ID, host(), g1(17, LARGE, "-XX:LargePageSizeInBytes=lots")).doesNotApply("no page size");
        Judged.by(ID, host(), g1(17, GIGANTIC)).doesNotApply("not requested");
    }
}
