package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.located;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugeText;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextOnBasePagesTest {
    private static final String ID = "HP-502";
    private static final Jvm JVM = located(g1(17), RegionName.TEXT, on(PageKind.BASE, Bytes.ofMiB(20)));

    private static Host hugeText(long enabled) {
        return with(
                host(),
                "hugeText",
                known(new HugeText(enabled, Optional.empty()), "/sys/kernel/mm/transparent_hugepage/hugetext_enabled"));
    }

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "2, 3"})
    void reportsADisabledSetting(long enabled, long to) {
        String effect = Judged.by(ID, hugeText(enabled), JVM).finds(INFO).expectedEffect();
        assertTrue(effect.contains("echo " + to + " | sudo tee "), effect);
    }

    @Test
    void passesIfEnabledAndDoesNotApplyIfAbsent() {
        Judged.by(ID, hugeText(1), JVM).passes();
        Judged.by(ID, hugeText(3), JVM).passes();
        Host none = with(host(), "hugeText", Fact.absent(Reason.NOT_PRESENT, Source.of("/sys")));
        Judged.by(ID, none, JVM).doesNotApply("no setting");
        assertEquals(
                List.of(),
                Rules.judge(FactsSamples.facts(none, JVM), JVM).missed().stream()
                        .filter(missing -> missing.fact().equals("hugetext"))
                        .toList());
    }

    @Test
    void doesNotApplyToLittleText() {
        Jvm small = located(g1(17), RegionName.TEXT, on(PageKind.BASE, Bytes.ofMiB(7)));
        Judged.by(ID, hugeText(0), small).doesNotApply("too little");
        Judged.by(ID, hugeText(0), g1(17)).needs("text", Reason.SKIPPED);
    }
}
