package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.partly;
import static io.github.hpjvm.advisor.finding.Severity.WARNING;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HP-102 on hosts whose transparent huge pages have 512 MiB. */
class LargeThpNotGrantedTest {
    private static final String ASKED = "-XX:+UseTransparentHugePages";

    private static Judged judged(Host host, Jvm jvm) {
        return Judged.by("HP-102", host, jvm);
    }

    /** Measured on Debian's arm64 kernel 6.12 with base pages of 64 KiB: 512 of 1024 MiB are huge on 17.0.19. */
    @Test
    void bordersInsideTheHeapCutOffPagesOf512MiB() {
        Host host = aarch64("madvise", "inherit");
        Jvm jvm = JvmSamples.version(g1(17, ASKED, "-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"), "17.0.19");
        Jvm half = heap(jvm, partly(PageKind.THP, Bytes.ofMiB(512), Bytes.ofMiB(512)));
        Outcome.Finding found = judged(host, half).finds(WARNING);
        assertTrue(found.explanation().contains("archive of class data"), found.explanation());
        assertEquals(List.of(), found.actions());
        Jvm none = heap(jvm, on(PageKind.BASE, Bytes.ofGiB(1)));
        assertFalse(judged(host, none).finds(WARNING).explanation().contains("archive of class data"));
    }

    private static Host aarch64(String enabled, String perSize) {
        return with(
                with(host(), "basePage", known(Bytes.ofKiB(64), "/proc/self/auxv")),
                "thp",
                known(
                        with(FactsSamples.policy(enabled, perSize, "never"), "pmdSize", Bytes.ofMiB(512)),
                        "/sys/kernel/mm/transparent_hugepage"));
    }

    /** The archive costs the last page of a heap of 4 GiB, not more. */
    @ParameterizedTest
    @CsvSource({"512, true", "700, true", "1024, false", "3072, false"})
    void bordersExplainNoMoreThanTheyCutOff(int mib, boolean explained) {
        Jvm jvm = JvmSamples.version(
                JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(4), ASKED, "-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch"),
                "17.0.19");
        Jvm mixed = heap(jvm, partly(PageKind.THP, Bytes.ofMiB(4096 - mib), Bytes.ofMiB(mib)));
        String text =
                judged(aarch64("madvise", "inherit"), mixed).finds(WARNING).explanation();
        assertEquals(explained, text.contains("archive of class data"), text);
    }

    /** 22 and newer do not opt in (JDK-8319969): that can be changed, and comes before borders and the shrinker. */
    @Test
    void aSizeThatRequiresAdviceIsNamedBeforeTheBorders() {
        Jvm jvm = JvmSamples.version(g1(25, ASKED, "-Xms1g", "-Xmx1g"), "25.0.5");
        List<Action> actions = judged(aarch64("always", "madvise"), heap(jvm, on(PageKind.BASE, Bytes.ofGiB(1))))
                .actions(WARNING);
        assertEquals(2, actions.size(), actions.toString());
        assertTrue(actions.get(0).description().contains("madvise"), actions.toString());
        assertEquals(new RestartJvm(), actions.get(1));
    }
}
