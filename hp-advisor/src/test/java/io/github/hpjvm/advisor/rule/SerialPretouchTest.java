package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialPretouchTest {
    private static final String ID = "HP-403";
    private static final String[] ASKED = {"-XX:+UseLargePages", "-XX:+AlwaysPreTouch"};

    private static Jvm touched(Collector gc, long mib, String... arguments) {
        return heap(jvm(21, gc, Bytes.ofMiB(512), arguments), on(PageKind.HUGETLB, Bytes.ofMiB(512), Bytes.ofMiB(mib)));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void reportsAHeapThatIsNotTouched() {
        assertEquals(
                List.of(),
                Judged.by(ID, pool(700, 400, 300), touched(Collector.SERIAL, 10, ASKED))
                        .actions(INFO));
        Judged.by(ID, pool(700, 400, 300), touched(Collector.SERIAL, 254, ASKED))
                .finds(INFO);
        Judged.by(ID, pool(700, 400, 300), touched(Collector.SERIAL, 256, ASKED))
                .passes();
    }

    @Test
    void doesNotApplyOtherwise() {
        Judged.by(ID, pool(700, 0, 0), touched(Collector.PARALLEL, 10, ASKED)).doesNotApply("not Serial");
        Judged.by(ID, pool(700, 0, 0), touched(Collector.SERIAL, 10, "-XX:+UseLargePages"))
                .doesNotApply("not both requested");
        Judged.by(
                        ID,
                        pool(700, 0, 0),
                        touched(
                                Collector.SERIAL,
                                10,
                                "-XX:+UseLargePages",
                                "-XX:+AlwaysPreTouch",
                                "-XX:-AlwaysPreTouch"))
                .doesNotApply("not both requested");
        Judged.by(ID, pool(0, 0, 0), jvm(21, Collector.SERIAL, Bytes.ofMiB(512), ASKED))
                .doesNotApply("does not back the heap");
    }
}
