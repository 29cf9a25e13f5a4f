package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnequalHeapTest {
    private static final String ID = "HP-405";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Jvm grown(long hugeMib, long baseMib) {
        return heap(g1(17, THP, "-Xms64m", "-Xmx1g"), partly(PageKind.THP, Bytes.ofMiB(hugeMib), Bytes.ofMiB(baseMib)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void advisesEqualSizesForAGrownHeap() {
        assertEquals(
                List.of(new JvmFlag(List.of("-Xms1024m"), List.of("-Xms64m"))),
                Judged.by(ID, host(), grown(600, 400)).actions(INFO));
        Judged.by(ID, host(), grown(500, 421)).doesNotApply("are resident");
        Judged.by(ID, host(), grown(1000, 2)).passes();
        Judged.by(ID, host(), memoryLimit(grown(500, 440), 1500, 1450)).doesNotApply("does not fit");
        Judged.by(ID, host(), JvmSamples.hiddenLimits(grown(600, 400))).needs("memory limits", Reason.NOT_PRESENT);
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, host(), g1(17)).doesNotApply("not requested");
        Judged.by(ID, thp("never", "-", "never"), grown(600, 400)).doesNotApply("are disabled");
        Judged.by(ID, host(), g1(17, THP, "-Xms1g")).passes();
        Judged.by(ID, host(), jvm(21, Collector.SHENANDOAH, Bytes.ofGiB(1), THP))
                .doesNotApply("another rule");
    }
}
