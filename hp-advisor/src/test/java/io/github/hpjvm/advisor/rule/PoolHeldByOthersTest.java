package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import org.junit.jupiter.api.Test;

class PoolHeldByOthersTest {
    private static final String ID = "HP-302";
    private static final Jvm WAITING = g1(17, "-XX:+UseLargePages");

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    /** It needs 651. */
    @Test
    void reportsALargeEnoughPoolThatOthersHold() {
        Outcome.Finding finding = Judged.by(ID, pool(700, 100, 0), WAITING).finds(INFO);
        assertTrue(finding.summary().contains("other processes hold 600"), finding.summary());
        Judged.by(ID, pool(700, 651, 1), WAITING).finds(INFO);
    }

    @Test
    void doesNotApplyToASmallOrFreePool() {
        Judged.by(ID, pool(650, 0, 0), WAITING).doesNotApply("does not lack pages because of");
        Judged.by(ID, pool(700, 651, 0), WAITING).doesNotApply("does not lack pages because of");
        Judged.by(ID, pool(700, 0, 0), heap(WAITING, on(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .passes();
        Judged.by(ID, pool(700, 0, 0), g1(17)).doesNotApply("not requested");
    }

    @Test
    void pagesOfTheJvmDoNotCount() {
        Jvm own = code(with(WAITING, "status", status("245760 kB")), on(PageKind.HUGETLB, Bytes.ofMiB(240)));
        Judged.by(ID, pool(700, 531, 0), own).doesNotApply("does not lack pages because of");
        Judged.by(ID, pool(700, 530, 0), own).finds(INFO);
    }
}
