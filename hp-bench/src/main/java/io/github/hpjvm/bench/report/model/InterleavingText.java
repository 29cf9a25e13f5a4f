package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.CampaignPlan;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Interleave;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.run.Interleaving;
import io.github.hpjvm.bench.run.Interleaving.Choice;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Lines of the plan on interleaving: the forks that take turns, and the reason where forks do not. */
public final class InterleavingText {
    private static final String INDENT = "          ";

    private InterleavingText() {}

    /** The lines, one for all cases with the same interleaving. */
    public static List<String> lines(CampaignPlan plan, Interleaving interleaving) {
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
                        ? "the forks of a case" + of + " run at the same time and take turns"
                        : "the forks" + of + " run one after the other"
                                + choice.why().map(why -> ": " + why).orElse(""));
    }
}
