package io.github.hpjvm.bench.report.text;

import io.github.hpjvm.bench.report.model.Answers;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.model.TextNotes;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.GateResult;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.os.text.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The gates as JUnit XML, which GitHub, GitLab and Jenkins show: a test for each gate and case. Without gates a test for
 * each comparison: an error if no run of a side succeeded, else skipped if it has no ratio. It never fails.
 */
public final class JunitReport {
    /** One test; without failure, error and skip reason it succeeds. */
    private record Test(
            String suite,
            String name,
            Optional<String> failure,
            Optional<String> error,
            Optional<String> skipped,
            String output) {}

    private JunitReport() {}

    /** Returns the document, which ends in a newline. */
    public static String write(Results results) {
        List<Test> tests = results.options().gates().isEmpty() ? comparisons(results) : gates(results);
        long failures =
                tests.stream().filter(test -> test.failure().isPresent()).count();
        long errors = tests.stream().filter(test -> test.error().isPresent()).count();
        long skipped = tests.stream().filter(test -> test.skipped().isPresent()).count();
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"hp-bench\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" timestamp=\"%s\">%n",
                tests.size(),
                failures,
                errors,
                skipped,
                results.host().at()));
        tests.forEach(test -> append(xml, test));
        return xml.append("</testsuite>\n").toString();
    }

    private static List<Test> gates(Results results) {
        Findings findings = new Findings(results);
        return results.gates().stream().map(it -> test(it, findings)).toList();
    }

    private static Test test(GateResult gate, Findings findings) {
        String text = TextNotes.gate(gate, findings);
        return new Test(
                gate.subject().map(it -> it.subject().workload().name()).orElse("hp-bench"),
                gate.subject().map(it -> it.subject() + " ").orElse("") + "gate " + gate.gate(),
                gate.holds() ? Optional.empty() : Optional.of(text),
                Optional.empty(),
                Optional.empty(),
                text);
    }

    private static List<Test> comparisons(Results results) {
        Findings findings = new Findings(results);
        List<Test> tests = new ArrayList<>();
        for (Comparison it : findings.comparisons().against()) {
            boolean without = it.verdict() == Verdict.NOT_REALISED;
            Optional<String> error = without ? TextNotes.error(it, findings) : Optional.empty();
            tests.add(new Test(
                    it.subject().workload().name(),
                    it.subject() + " " + it.variant().name(),
                    Optional.empty(),
                    error,
                    without && error.isEmpty()
                            ? Optional.of(findings.whyNoRatio(it.subject(), it.variant())
                                    .text())
                            : Optional.empty(),
                    without
                            ? ""
                            : Answers.of(findings, it.subject().workload(), it.variant())
                                    .text()));
        }
        return tests;
    }

    private static void append(StringBuilder xml, Test test) {
        xml.append("  <testcase classname=\"")
                .append(escaped(test.suite()))
                .append("\" name=\"")
                .append(escaped(test.name()))
                .append("\">\n");
        test.failure()
                .ifPresent(why -> xml.append("    <failure message=\"")
                        .append(escaped(why))
                        .append("\"/>\n"));
        test.error()
                .ifPresent(why ->
                        xml.append("    <error message=\"").append(escaped(why)).append("\"/>\n"));
        test.skipped()
                .ifPresent(why -> xml.append("    <skipped message=\"")
                        .append(escaped(why))
                        .append("\"/>\n"));
        if (!test.output().isEmpty()) {
            xml.append("    <system-out>").append(escaped(test.output())).append("</system-out>\n");
        }
        xml.append("  </testcase>\n");
    }

    /** Escapes markup; replaces characters that XML 1.0 does not allow. */
    private static String escaped(String text) {
        return Visible.replaced(text, '\ufffd')
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
