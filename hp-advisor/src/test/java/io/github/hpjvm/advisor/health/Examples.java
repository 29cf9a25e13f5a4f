package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.HugePages;

/** The examples of the README; {@link ReadmeTest} compares the two. */
final class Examples {
    private Examples() {}

    /** The five lines. */
    static void check() {
        HealthReport report = HugePages.check();
        System.out.println(report.status() + ": " + report.summary());
        report.findings().forEach(finding -> System.out.println(finding.actions()));
    }
}
