package io.github.hpjvm.bench.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.variant.Variant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ConclusionTest {
    private static List<Variant> variants(String... names) {
        return Stream.of(names).map(Samples::variant).toList();
    }

    @Test
    void namesTheCommandsForMissingPages() {
        Conclusion conclusion = new Conclusion(
                variants("baseline", "thp", "pretouch-off"),
                variants("hugetlb", "thp-always"),
                variants("hugetlbfs"),
                false,
                false,
                Optional.empty());

        assertEquals(
                List.of(
                        "Can be measured now: baseline, thp, pretouch-off",
                        "Needs a change of the host (--provision): hugetlb, thp-always",
                        "Not supported by this JVM or kernel: hugetlbfs",
                        "CPU counters: not available; times and pages are measured without them",
                        "Type: hp-cli bench run --variants baseline,thp",
                        "Type: sudo hp-cli bench run --provision"),
                conclusion.lines());
    }

    @Test
    void namesOneCommandIfTheHostNeedsNoChange() {
        Conclusion conclusion = new Conclusion(
                variants("baseline", "thp", "hugetlb"), List.of(), List.of(), true, true, Optional.empty());

        assertEquals(
                List.of(
                        "Can be measured now: baseline, thp, hugetlb",
                        "CPU counters: available (--profilers perfnorm)",
                        "Type: hp-cli bench run"),
                conclusion.lines());
    }

    @Test
    void rootNeedsNoSudo() {
        Conclusion conclusion = new Conclusion(
                variants("baseline"), variants("thp", "hugetlb"), List.of(), true, true, Optional.empty());

        assertEquals(
                List.of("Type: hp-cli bench run --provision"),
                conclusion.lines().stream()
                        .filter(line -> line.startsWith("Type: "))
                        .toList());
    }

    @Test
    void namesTheReasonIfEveryCampaignIsRefused() {
        Conclusion conclusion = new Conclusion(
                variants("baseline", "thp"), List.of(), List.of(), true, true, Optional.of("a flag is set"));

        assertEquals(List.of("Can be measured now: nothing", "Correct first: a flag is set"), conclusion.lines());
    }
}
