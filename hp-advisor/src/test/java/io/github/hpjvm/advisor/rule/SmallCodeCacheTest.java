package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.finding.Severity.INFO;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmallCodeCacheTest {
    private static final String ID = "HP-501";
    private static final String LARGE = "-XX:+UseLargePages";

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @ParameterizedTest
    @CsvSource({"15m, true", "16383k, true", "16m, false", "240m, false"})
    void eightPagesAreEnough(String size, boolean tooSmall) {
        Judged judged = Judged.by(ID, pool(520, 8, 0), g1(17, LARGE, "-XX:ReservedCodeCacheSize=" + size));
        if (tooSmall) {
            assertEquals(
                    List.of(new Action.JvmFlag(
                            List.of("-XX:ReservedCodeCacheSize=16m"), List.of("-XX:ReservedCodeCacheSize=" + size))),
                    judged.actions(INFO));
        } else {
            judged.passes();
        }
    }

    @Test
    void theFinalValueOverridesTheArguments() {
        Jvm jvm = with(
                g1(17, LARGE),
                "flags",
                known(Map.of("ReservedCodeCacheSize", new VmFlag("8388608", "product", "ergonomic")), "jcmd"));
        Judged.by(ID, pool(520, 8, 0), jvm).finds(INFO);
        Judged.by(ID, host(), g1(17, LARGE)).passes();
        Judged.by(ID, host(), g1(17, "-XX:ReservedCodeCacheSize=8m")).doesNotApply("not requested");
    }

    /** Measured: 12 MiB on 17, page_size=4K in the log, and hg and AnonHugePages in smaps. */
    @Test
    void doesNotApplyToTransparentHugePages() {
        Judged.by(ID, host(), g1(17, "-XX:+UseTransparentHugePages", "-XX:ReservedCodeCacheSize=12m"))
                .doesNotApply("not requested");
    }

    @Test
    void aPoolWithoutPagesHasNoAction() {
        Jvm pooled = g1(17, "-XX:+UseLargePages", "-XX:ReservedCodeCacheSize=8m");
        assertEquals(List.of(), Judged.by(ID, pool(520, 7, 0), pooled).actions(INFO));
        assertEquals(1, Judged.by(ID, pool(520, 8, 0), pooled).actions(INFO).size());
    }
}
