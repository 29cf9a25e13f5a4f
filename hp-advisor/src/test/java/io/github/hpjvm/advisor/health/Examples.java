package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.HugePages;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import java.time.Duration;

/** The examples of README and docs/HEALTH.md; {@link ReadmeTest} compares them. */
final class Examples {
    private Examples() {}

    /** Checks once and waits for the first examination of the memory. */
    static void checkOnce() {
        HealthReport report = HugePages.check(Duration.ofSeconds(5));
        System.out.println(report.status() + ": " + report.summary());
        for (Outcome.Finding finding : report.findings()) {
            finding.actions().stream().map(Action::command).forEach(System.out::println);
        }
    }

    /** Shows the check in JMX until the service ends. */
    static void showInJmx(Runnable service) {
        HugePagesHealth health = HugePagesHealth.create();
        HugePagesManagement.Registration bean = HugePagesManagement.register(health);
        service.run();
        bean.close();
        health.close();
    }
}
