package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.bench.report.html.FleetPage;

/** The summary of a fleet as a page of HTML. */
public final class FleetPageText {
    private FleetPageText() {}

    public static String write(FleetSummary summary) {
        return FleetPage.write(summary);
    }
}
