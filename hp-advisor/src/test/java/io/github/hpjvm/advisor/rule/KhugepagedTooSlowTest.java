package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KhugepagedTooSlowTest {
    private static final String ID = "HP-205";
    private static final String THP = "-XX:+UseTransparentHugePages";

    private static Jvm onBasePages(long gib) {
        return jvm(17, Collector.G1, Bytes.ofGiB(gib), THP);
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    /** 16 MiB every 10 s are 5.625 GiB in an hour. */
    @Test
    void reportsCollapsesThatTakeHours() {
        Judged.by(ID, khugepaged(host()), onBasePages(5)).passes();
        Outcome.Finding finding =
                Judged.by(ID, khugepaged(host()), onBasePages(64)).finds(INFO);
        assertTrue(finding.summary().contains("11 hours"), finding.summary());
        assertTrue(finding.expectedEffect().contains("echo 1000 | sudo tee "), finding.expectedEffect());
        Judged.by(
                        ID,
                        khugepaged(host(), Map.of("pages_to_scan", "65536", "scan_sleep_millisecs", "1000")),
                        onBasePages(64))
                .passes();
    }

    @Test
    void doesNotApplyWithoutBasePages() {
        Judged.by(ID, khugepaged(host()), g1(17)).doesNotApply("not requested");
        Judged.by(ID, khugepaged(host()), heap(onBasePages(64), on(PageKind.THP, Bytes.ofGiB(64))))
                .doesNotApply("on base pages");
        Judged.by(ID, khugepaged(thp("never", "-", "never")), onBasePages(64)).doesNotApply("does not scan this heap");
        Judged.by(ID, khugepaged(host(), Map.of()), onBasePages(64)).doesNotApply("scan rate");
        Judged.by(ID, khugepaged(host()), jvm(21, Collector.ZGC, Bytes.ofGiB(64), THP))
                .doesNotApply("shared memory");
    }

    @Test
    void missingFactsAreNamed() {
        Judged.by(ID, host(), onBasePages(64)).needs("THP settings", Reason.SKIPPED);
    }
}
