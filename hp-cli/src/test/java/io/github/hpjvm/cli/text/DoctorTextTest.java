package io.github.hpjvm.cli.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.doctor.Check;
import io.github.hpjvm.bench.doctor.Examination;
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

    private static final Examination EXAMINATION = new Examination(
            CHECKS,
            List.of(
                    "Can be measured now: baseline, thp.",
                    "Not possible now: hugetlb. " + "Type this. ".repeat(9).strip()));

    @Test
    void textFitsAndEndsWithTheConclusion() {
        String text = DoctorText.write(EXAMINATION, false);
        assertTrue(text.lines().allMatch(line -> line.length() <= 80), text);
        assertTrue(text.contains("variant thp-defrag-defer+madvise\n" + " ".repeat(28) + "a long text"), text);
        assertTrue(text.contains("\n\nConclusion\n  Can be measured now: baseline, thp.\n"), text);
        assertEquals(text, DoctorText.write(EXAMINATION, true).replaceAll("\033\\[\\d*m", ""));
    }
}
