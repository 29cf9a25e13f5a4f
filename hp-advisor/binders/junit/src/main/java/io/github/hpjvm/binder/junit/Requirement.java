package io.github.hpjvm.binder.junit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.health.HealthReport;
import io.github.hpjvm.advisor.health.HealthStatus;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.binder.junit.RequiresHugePages.Pages;
import java.util.Optional;

/** Judges a report by the pages that a test needs. Pure. */
final class Requirement {
    private Requirement() {}

    /** Returns the reason why the heap does not have the pages, with what to change; empty if it has them. */
    static Optional<String> lack(HealthReport report, Pages wanted) {
        Optional<PageKind> heap = report.heap();
        if (heap.filter(kind -> accepts(wanted, kind)).isPresent()) {
            return Optional.empty();
        }
        String pages = heap.map(kind -> "its heap is on " + kind).orElse("the pages of its heap are unknown");
        return Optional.of(
                "The JVM has no " + words(wanted) + ": " + pages + ". " + report.summary() + "." + fix(report, wanted));
    }

    private static boolean accepts(Pages wanted, PageKind kind) {
        return switch (kind) {
            case THP -> wanted != Pages.HUGETLB;
            case HUGETLB -> wanted != Pages.THP;
            default -> false;
        };
    }

    private static String words(Pages wanted) {
        return switch (wanted) {
            case THP -> "transparent huge pages";
            case HUGETLB -> "hugetlb pages";
            case ANY -> "huge pages";
        };
    }

    private static String fix(HealthReport report, Pages wanted) {
        boolean asked = wanted == Pages.ANY && report.requested() != Requested.NONE
                || report.requested().name().equals(wanted.name());
        if (!asked && report.status() != HealthStatus.NOT_APPLICABLE) {
            String flag = wanted == Pages.HUGETLB ? "-XX:+UseLargePages" : "-XX:+UseTransparentHugePages";
            return " To fix: start the JVM of the tests with " + flag + ".";
        }
        return report.findings().stream()
                .map(Outcome.Finding::actions)
                .filter(actions -> !actions.isEmpty())
                .findFirst()
                .map(actions -> " To fix: "
                        + String.join(
                                ", then ", actions.stream().map(Action::command).toList()) + ".")
                .orElse("");
    }
}
