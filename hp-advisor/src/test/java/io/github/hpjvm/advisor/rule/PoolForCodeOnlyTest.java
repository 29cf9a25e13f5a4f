package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.JvmSamples.code;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolForCodeOnlyTest {
    private static final String ID = "HP-301";
    private static final String LARGE = "-XX:+UseLargePages";

    private static Jvm withCode(PageKind kind) {
        return code(g1(17, LARGE), on(kind, Bytes.ofMiB(240), Bytes.ofMiB(8)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void reportsCodeWithoutHeap() {
        Outcome.Finding finding =
                Judged.by(ID, pool(512, 508, 116), withCode(PageKind.HUGETLB)).finds(INFO);
        assertTrue(finding.summary().startsWith("240 MiB of the pool"), finding.summary());
        assertEquals(List.of(), finding.actions());
    }

    @Test
    void passesWithBothOrNeither() {
        Judged.by(ID, pool(700, 0, 0), heap(withCode(PageKind.HUGETLB), on(PageKind.HUGETLB, Bytes.ofGiB(1))))
                .passes();
        Judged.by(ID, pool(0, 0, 0), withCode(PageKind.BASE)).passes();
        Judged.by(ID, pool(0, 0, 0), g1(17)).doesNotApply("not requested");
    }
}
