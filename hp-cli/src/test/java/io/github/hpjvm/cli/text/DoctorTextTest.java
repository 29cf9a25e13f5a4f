package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.doctor.Check;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoctorTextTest {
    private static final List<Check> CHECKS = List.of(
            new Check("variant baseline", true, "-XX:-UseLargePages"),
            new Check("variant thp", true, "-XX:+UseTransparentHugePages"),
            new Check("variant hugetlb", true, "-XX:+UseLargePages"),
            new Check(
                    "variant thp-defrag-defer+madvise",
                    true,
                    "a long text ".repeat(12).strip()),
            new Check("thp", true, "enabled=madvise"),
            new Check("hugetlb 2 MiB", false, "0 pages; the workloads need 651"),
            new Check("hugetlb 1 GiB", true, "4 pages (not the default size)"),
            new Check("provision", false, "not root"),
            new Check("counters", true, "cycles"),
            new Check("steal", true, "0.0 %"));

    /** U16. */
    @Test
    void theConclusionNamesTheVariantsThatCanBeMeasured() {
        assertEquals(
                List.of(
                        "Ready to measure: baseline, thp.",
                        "Not ready: hugetlb. Run as root with --provision: the campaign sets the THP mode and the pool,"
                                + " and restores both."),
                DoctorText.conclusion(CHECKS));
    }

    @Test
    void theConclusionNamesWhatTheJvmLacks() {
        List<Check> none = List.of(
                new Check("variant baseline", true, ""),
                new Check("variant thp", false, "no such flag"),
                new Check("variant hugetlb", false, "no such flag"),
                new Check("steal", false, "7.0 %"));
        assertEquals(
                List.of(
                        "Ready to measure: baseline.",
                        "Not possible with this JVM: thp.",
                        "Not possible with this JVM: hugetlb.",
                        "No hardware counters: a report cannot show TLB misses.",
                        "CPU steal is high or unknown: results need more rounds."),
                DoctorText.conclusion(none));
    }

    @Test
    void textFitsAndEndsWithTheConclusion() {
        String text = DoctorText.write(CHECKS, false);
        assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
        assertTrue(text.contains("\n\nConclusion\n  Ready to measure: baseline, thp.\n"), text);
        assertEquals(text, DoctorText.write(CHECKS, true).replaceAll("\033\\[\\d*m", ""));
    }
}
