package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForkOnThpTest {
    private static final String ID = "HP-208";
    private static final String FORK = "-Djdk.lang.Process.launchMechanism=FORK";
    private static final Jvm FORKING =
            heap(g1(17, "-XX:+UseTransparentHugePages", FORK), on(PageKind.THP, Bytes.ofGiB(1)));

    @Test
    void isOnlyAboutHotSpot() {
        Judged.isOnlyAboutHotSpot(ID);
    }

    @Test
    void needsTheOptionAndHugePages() {
        Judged.by(ID, host(), g1(17, FORK)).doesNotApply("do not back the heap");
        Judged.by(ID, host(), heap(g1(17), on(PageKind.THP, Bytes.ofGiB(1)))).doesNotApply("without copies");
        Judged.by(ID, host(), JvmSamples.told(FORKING, "-Djdk.lang.Process.launchMechanism=VFORK"))
                .doesNotApply("without copies");
    }

    @ParameterizedTest
    @CsvSource({"8, false", "17, false", "26, false", "27, true", "28, true"})
    void vforkIsForkSince27(int release, boolean forks) {
        String option = "-Djdk.lang.Process.launchMechanism=vfork";
        Jvm jvm = heap(g1(release, "-XX:+UseTransparentHugePages", option), on(PageKind.THP, Bytes.ofGiB(1)));
        Judged judged = Judged.by(ID, host(), jvm);
        if (forks) {
            assertEquals(
                    List.of(new JvmFlag(List.of(), List.of(option))),
                    judged.finds(Severity.INFO).actions());
        } else {
            judged.doesNotApply("without copies");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4.18.0-553.el8, WARNING, all of it",
        "5.7.19, WARNING, all of it",
        "5.8.0, INFO, a base page",
        "6.12.1, INFO, a base page",
        "unknown, INFO, a base page"
    })
    void theCopiedSizeDependsOnTheKernel(String release, Severity severity, String copied) {
        Outcome.Finding finding =
                Judged.by(ID, kernel(host(), release), FORKING).finds(severity);
        assertTrue(finding.explanation().contains(copied), finding.explanation());
        assertEquals(List.of(new JvmFlag(List.of(), List.of(FORK))), finding.actions());
    }
}
