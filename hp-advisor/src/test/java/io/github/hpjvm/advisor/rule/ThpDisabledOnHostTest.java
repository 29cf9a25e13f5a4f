package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThpDisabledOnHostTest {
    private static final String ID = "HP-801";
    private static final Host NEVER = thp("never", "inherit", "never");

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void advisesMadviseMode() {
        Outcome.Finding finding = Judged.by(ID, NEVER, g1(17)).finds(INFO);
        assertTrue(finding.explanation().contains("Redis has accepted madvise"), finding.explanation());
        assertEquals(List.of(), finding.actions());
        String then = Judged.by(ID, thp("madvise", "never", "never"), g1(17))
                .finds(INFO)
                .expectedEffect();
        assertTrue(then.contains("echo inherit | sudo tee ") && !then.contains("echo madvise"), then);
        String both = Judged.by(ID, thp("always", "never", "never"), g1(17))
                .finds(INFO)
                .expectedEffect();
        assertTrue(both.contains("enabled and echo inherit | sudo tee "), both);
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), g1(17)).doesNotApply("available on this host");
        Judged.by(ID, thp("never", "always", "never"), g1(17)).doesNotApply("available on this host");
        Judged.by(ID, NEVER, g1(17, "-XX:+UseTransparentHugePages")).doesNotApply("other rules");
        Judged.by(ID, NEVER, heap(g1(17), on(PageKind.BASE, Bytes.ofGiB(1), Bytes.ofMiB(127))))
                .doesNotApply("too small to benefit");
        Judged.by(ID, NEVER, jvm(21, Collector.ZGC, Bytes.ofGiB(1))).doesNotApply("shared memory");
    }
}
