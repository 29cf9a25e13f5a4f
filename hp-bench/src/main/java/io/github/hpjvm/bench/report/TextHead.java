package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.BenchOptions;
import io.github.hpjvm.bench.Profile;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Where and how it was measured: what a report says first that is read on another day. A console has it from the plan. */
final class TextHead {
    private TextHead() {}

    /** The lines, none longer than a page unless a word is. */
    static List<String> lines(Results results) {
        BenchOptions options = results.options();
        List<String> facts = List.of(
                "host      " + PlanText.host(results.host()),
                "jvm       " + results.jvm(),
                "campaign  "
                        + (options.profile() == Profile.OWN
                                ? ""
                                : "profile " + options.profile().label() + ", ")
                        + PlanText.counted(options.rounds(), "round") + " asked for, seed " + options.seed(),
                "variants  " + options.variants().stream().map(Variant::name).collect(Collectors.joining(", ")));
        List<String> lines = new ArrayList<>();
        facts.forEach(fact -> lines.addAll(Paragraph.lines("", fact)));
        return lines;
    }
}
