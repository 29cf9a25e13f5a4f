package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A report as a map of names and values. */
final class Details {
    private Details() {}

    static Map<String, Object> of(HealthReport report) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("status", report.status().name());
        details.put("summary", report.summary());
        details.put("requested", report.requested().name());
        details.put("heap", report.heap().map(PageKind::name).orElse("UNKNOWN"));
        for (Coverage coverage : report.coverage()) {
            String region = coverage.region().toString().toLowerCase(Locale.ROOT);
            details.put(region + ".coverage", rounded(coverage.share()));
            details.put(region + ".coverageMin", rounded(coverage.min()));
            details.put(region + ".coverageMax", rounded(coverage.max()));
            details.put(region + ".standardError", rounded(coverage.standardError()));
            details.put(region + ".residentBytes", coverage.resident().value());
        }
        report.coverageAge().ifPresent(age -> details.put("coverageAgeMillis", age.toMillis()));
        details.put("findings", report.findings().size());
        for (Finding finding : report.findings()) {
            details.put(finding.rule(), finding.severity() + ": " + finding.summary());
            if (!finding.actions().isEmpty()) {
                details.put(finding.rule() + ".todo", todo(finding));
            }
        }
        if (!report.unknowns().isEmpty()) {
            details.put("unknown", unknown(report.unknowns()));
        }
        details.put("depth", report.depth().name());
        details.put("since", report.since().toString());
        details.put("takenAt", report.takenAt().toString());
        details.put("ageMillis", report.age().toMillis());
        return Collections.unmodifiableMap(details);
    }

    /** The commands of a finding's actions, in their order. */
    static String todo(Finding finding) {
        return finding.actions().stream().map(Action::description).collect(Collectors.joining("; then "));
    }

    static String unknown(Missing missing) {
        return missing.fact() + ": " + missing.why();
    }

    private static String unknown(List<Missing> unknowns) {
        return unknowns.stream().map(Details::unknown).collect(Collectors.joining(" | "));
    }

    /** Rounds to four digits, which exceeds the precision of a sample. */
    private static double rounded(double share) {
        return Math.round(share * 10_000) / 10_000.0;
    }
}
