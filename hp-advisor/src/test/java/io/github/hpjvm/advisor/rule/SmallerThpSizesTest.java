package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.size;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SmallerThpSizesTest {
    private static final String ID = "HP-603";
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final Host ONLY_64K = khugepaged(thp("madvise", "never", "never"), Map.of(), size(64, "madvise"));

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void reportsSizesThatSmapsDoesNotShow() {
        Outcome.Finding finding = Judged.by(ID, ONLY_64K, g1(17, THP)).finds(INFO);
        assertTrue(finding.summary().contains("64 KiB"), finding.summary());
        assertTrue(
                finding.expectedEffect().contains("hugepages-64kB/stats/anon_fault_alloc"), finding.expectedEffect());
    }

    @Test
    void sizesForAdvisedMemoryNeedAJvmThatAdvises() {
        Host always = khugepaged(thp("always", "never", "never"), Map.of(), size(64, "madvise"));
        Judged.by(ID, always, g1(21, THP)).finds(INFO);
        Judged.by(ID, always, g1(25, THP)).doesNotApply("does not opt in");
        Host all = khugepaged(thp("always", "never", "never"), Map.of(), size(64, "always"));
        Judged.by(ID, all, g1(25, THP)).finds(INFO);
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, ONLY_64K, g1(17)).doesNotApply("not requested");
        Judged.by(ID, host(), g1(17, THP)).doesNotApply("decides: ");
        Judged.by(ID, thp("never", "inherit", "never"), g1(17, THP)).doesNotApply("decides: ");
        Judged.by(ID, khugepaged(thp("madvise", "never", "never"), Map.of(), size(64, "never")), g1(17, THP))
                .doesNotApply("no smaller size");
        Judged.by(ID, ONLY_64K, jvm(21, Collector.ZGC, Bytes.ofGiB(1), THP)).doesNotApply("shared memory");
        Judged.by(ID, thp("madvise", "never", "never"), g1(17, THP)).needs("THP settings", Reason.SKIPPED);
    }
}
