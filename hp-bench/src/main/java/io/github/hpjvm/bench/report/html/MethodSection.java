package io.github.hpjvm.bench.report.html;

import io.github.hpjvm.bench.options.BusyRounds;
import io.github.hpjvm.bench.plan.Disturbance;
import io.github.hpjvm.bench.report.model.Findings;

/** The section on the method, a summary of docs/METHOD.md. */
final class MethodSection {
    private MethodSection() {}

    static Element draw(Findings findings) {
        Element list = Element.of("ul");
        for (String line : new String[] {
            "A round measures each variant of a case once, in an order drawn from the seed. If the forks of a round alternate"
                    + " (in turns in which one of them runs, or of one load each for servers), the round's ratio is the median"
                    + " of the ratios within turns; from 20 turns on it is a weighted mean. Else it is cost over cost.",
            "The unit of the statistics is the round. The ratio is the Hodges-Lehmann estimate of the logarithms of the rounds, with the"
                    + " exact 95 % interval of the signed-rank statistic; it needs six rounds.",
            "The A/A check compares baseline with its second fork of the same round. The bias is the distance of that"
                    + " ratio from 1.",
            "Faster and slower: the interval is on one side of 1, by more than the bias. Same: it is within 1 % of 1."
                    + " Otherwise inconclusive, with the largest difference that the interval does not exclude.",
            "A round is busy if a fork had " + Disturbance.rule() + "; here such rounds were "
                    + (findings.results().options().disturbed() == BusyRounds.DROP ? "left out." : "kept.")
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
