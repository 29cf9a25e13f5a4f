package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.options.Disturbed;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.report.model.Findings;

/** The method in short. docs/METHOD.md has the whole. */
final class MethodSection {
    private MethodSection() {}

    static Element draw(Findings findings) {
        Element list = Element.of("ul");
        for (String line : new String[] {
            "In a round every variant of a case is measured once, in an order drawn from the seed. Where the forks of a"
                    + " round take turns (of milliseconds; of one load each if they are servers), the ratio is taken within each turn, and the round counts with"
                    + " the median; else it is cost over cost.",
            "The round is the unit. The ratio is the Hodges-Lehmann estimate of the logarithms of the rounds, with the"
                    + " exact 95 % interval of the signed-rank statistic; it needs six rounds.",
            "The A/A check is baseline against itself. It shows the bias of the measurement: its distance from 1.",
            "Faster and slower: the interval is on one side of 1, by more than the bias. Same: it is within 1 % of 1."
                    + " Otherwise inconclusive, with the largest difference that the interval does not exclude.",
            "A round is disturbed if a fork had " + Disturbance.rule() + "; here such rounds were "
                    + (findings.results().options().disturbed() == Disturbed.DROP ? "left out." : "kept.")
        }) {
            list.add(Element.of("li", line));
        }
        return Element.of("section")
                .with("id", "method")
                .add(
                        Element.of("h2", "Method"),
                        list,
                        Element.of("p")
                                .as("caption")
                                .text("Sources, error rates and power: ")
                                .add(Element.of("code", "docs/METHOD.md"))
                                .text(" beside the source."));
    }
}
