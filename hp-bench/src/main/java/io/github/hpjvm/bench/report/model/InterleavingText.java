package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Plan;
import io.github.hpjvm.bench.run.Interleaving;
import io.github.hpjvm.bench.run.Interleaving.Choice;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Which forks take turns, and why the others do not, in the lines of the plan. */
public final class InterleavingText {
    private static final String INDENT = "          ";

    private InterleavingText() {}

    /** One line for all cases that are alike. */
    public static List<String> lines(Plan plan, Interleaving interleaving) {
        Map<Choice, List<String>> choices = new LinkedHashMap<>();
        for (Case subject : plan.cases()) {
            List<Variant> variants = plan.timed().stream()
                    .filter(job -> job.round() == 1 && job.subject().equals(subject))
                    .map(Job::variant)
                    .toList();
            choices.computeIfAbsent(interleaving.planned(subject, variants), it -> new ArrayList<>())
                    .add(subject.workload().name());
        }
        return choices.entrySet().stream()
                .map(entry -> line(entry.getKey(), entry.getValue(), choices.size() == 1))
                .toList();
    }

    private static String line(Choice choice, List<String> workloads, boolean all) {
        String of = all ? "" : " of " + workloads.stream().distinct().collect(Collectors.joining(", "));
        return INDENT
                + (choice.interleave() == Interleave.SLICES
                        ? "the forks of a case" + of + " are alive at once and take turns"
                        : "the forks" + of + " run one after the other"
                                + choice.why().map(why -> ": " + why).orElse(""));
    }
}
