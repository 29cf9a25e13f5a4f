package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.Disturbed;
import io.github.hpjvm.bench.run.Disturbance;

/** How figures came about, in short; the whole is docs/METHOD.md. */
final class MethodSection {
    private MethodSection() {}

    static Element draw(Findings findings) {
        Element list = Element.of("ul");
        for (String line : new String[] {
            "A round holds one fork of every variant of a case, in an order drawn from the seed; ratios are taken within"
                    + " the round, where both sides met the same machine.",
            "The round is the unit. The ratio is the Hodges-Lehmann estimate of the rounds' logarithms, the interval the"
                    + " exact one of the signed-rank statistic; with fewer than six rounds there is none. Iterations of a"
                    + " fork are not independent and enter no interval.",
            "The noise floor is baseline against itself, on the smallest and the largest case of a workload.",
            "Faster and slower take an interval on one side of 1 and apart from the noise floor; same one within 1 % of 1;"
                    + " all else is inconclusive.",
            "A round is disturbed if a fork had " + Disturbance.rule() + "; here such rounds were "
                    + (findings.results().options().disturbed() == Disturbed.DROP ? "left out." : "marked and kept.")
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
                                .text("Sources, and tables of how far it is to be trusted: ")
                                .add(Element.of("code", "docs/METHOD.md"))
                                .text(" beside the source."));
    }
}
