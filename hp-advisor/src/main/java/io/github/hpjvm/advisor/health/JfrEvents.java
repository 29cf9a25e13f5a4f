package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.term.Coverage;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the events. The use of this class initializes JFR. */
final class JfrEvents {
    private JfrEvents() {}

    /** Writes an event for each region whose coverage is known. */
    static void coverage(HealthReport report) {
        if (!new HugePageCoverageEvent().isEnabled()) {
            return;
        }
        for (Coverage coverage : report.coverage()) {
            HugePageCoverageEvent event = new HugePageCoverageEvent();
            event.region = coverage.region().toString();
            event.pages = coverage.kind().name();
            event.coverage = coverage.share();
            event.coverageMin = coverage.min();
            event.coverageMax = coverage.max();
            event.resident = coverage.resident().value();
            event.huge = (long) (coverage.resident().value() * coverage.share());
            event.examined = coverage.windows();
            event.commit();
        }
    }

    /** Returns whether a recording has the event of a change enabled. */
    static boolean areChangesEnabled() {
        return new HugePageFindingEvent().isEnabled();
    }

    /** @param before the last report with the old outcome; empty if this outcome is the first of a recording */
    static void outcome(Optional<HealthReport> before, HealthReport after) {
        HugePageFindingEvent event = new HugePageFindingEvent();
        if (!event.isEnabled()) {
            return;
        }
        event.before = before.map(report -> report.status().name()).orElse(null);
        event.status = after.status().name();
        event.findings = after.findings().stream().map(Finding::rule).collect(Collectors.joining(", "));
        event.summary = after.summary();
        event.actions = after.findings().stream()
                .flatMap(finding -> finding.actions().stream())
                .map(Action::command)
                .distinct()
                .collect(Collectors.joining("; "));
        event.commit();
    }
}
