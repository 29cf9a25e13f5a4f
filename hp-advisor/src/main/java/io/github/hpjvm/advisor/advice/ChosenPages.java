package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.plan.Alternative;
import io.github.hpjvm.advisor.plan.Alternatives;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Advice whose plan leads to one kind of huge pages for the heap. Pure, as {@link Advisor}.
 *
 * @param advice the advice with that plan; its plan is empty if there is an objection
 * @param objection why no plan leads to these pages; empty if the plan does
 */
public record ChosenPages(Advice advice, String objection) {
    private static final String CODE_CACHE = "ReservedCodeCacheSize";
    private static final String NOT_STARTED = "a JVM that does not run yet";

    /** Advice for a JVM that is among the facts, with the plan for that kind of pages. */
    public static ChosenPages of(Facts taken, Jvm jvm, PageKind kind) {
        Advice advice = Advisor.advise(taken, jvm);
        if (!advice.plan().alternatives().isEmpty()) {
            return of(advice, advice.plan().alternatives(), kind);
        }
        boolean planned = advice.requested() == requested(kind);
        if (planned) {
            return new ChosenPages(advice, "");
        }
        Optional<WhatIf> whatIf = WhatIf.of(jvm, taken.forAdvice().host());
        return whatIf.isPresent()
                ? of(advice, Alternatives.of(whatIf.get()), kind)
                : new ChosenPages(advice.with(new Plan(List.of())), "the VM or the arguments of the JVM are unknown");
    }

    /**
     * Advice for a JVM that does not run yet.
     *
     * @param kind kind of the pages; empty for the kind that the plan uses
     */
    public static ChosenPages of(Launch launch, Host taken, Optional<PageKind> kind) {
        Host host = taken.forAdvice();
        Prediction before = PageModel.predict(launch, host);
        // The collector and the heap that it will choose decide which pages it can have.
        WhatIf whatIf = WhatIf.of(launch.withVm(before.vm()), host);
        Advice advice = new Advice(
                notStarted(launch, before),
                PageRequest.of(launch.arguments(), launch.vm()),
                Map.of(),
                List.of(),
                new Plan(List.of()),
                List.of(),
                List.of(note(before)));
        List<Alternative> both = Alternatives.of(whatIf);
        if (kind.isPresent()) {
            return of(advice, both, kind.get());
        }
        for (Alternative one : both) {
            if (one.isRecommended()) {
                return new ChosenPages(advice.with(plan(one, advice)), "");
            }
        }
        List<String> objections = new ArrayList<>();
        both.forEach(one -> objections.add(one.kind() + (one.isPossible() ? " is possible" : ": " + one.objection())));
        return new ChosenPages(advice, String.join("; ", objections));
    }

    private static ChosenPages of(Advice advice, List<Alternative> both, PageKind kind) {
        Alternative chosen = both.stream()
                .filter(one -> one.kind().equals(kind.name()))
                .findFirst()
                .orElseThrow();
        return new ChosenPages(
                advice.with(chosen.isPossible() ? plan(chosen, advice) : new Plan(List.of())), chosen.objection());
    }

    private static Requested requested(PageKind kind) {
        return switch (kind) {
            case THP -> Requested.THP;
            case HUGETLB -> Requested.HUGETLB;
            case BASE, MIXED -> Requested.NONE;
        };
    }

    /** A JVM that does not run yet needs no restart. */
    private static Plan plan(Alternative chosen, Advice advice) {
        List<Step> steps = new ArrayList<>();
        for (Action action : chosen.actions()) {
            if (advice.jvm().wasStarted() || action.kind() != Action.Kind.RESTART_JVM) {
                steps.add(new Step("a" + (steps.size() + 1), action));
            }
        }
        return new Plan(steps);
    }

    /** A JVM without a process: its memory is unknown. */
    private static Jvm notStarted(Launch launch, Prediction prediction) {
        VmIdentity vm = prediction.vm();
        FlagSettings flags = FlagSettings.of(launch.vm(), launch.arguments(), launch.defaults(), false);
        Map<String, VmFlag> codeCache = flags.number(CODE_CACHE)
                .map(size -> Map.of(CODE_CACHE, new VmFlag(String.valueOf(size), "size_t", "")))
                .orElse(Map.of());
        Source source = Source.of(NOT_STARTED);
        return new Jvm(
                0,
                0,
                "",
                absent(source),
                Optional.empty(),
                absent(source),
                absent(source),
                launch.cgroup(),
                Optional.empty(),
                Fact.known(vm, source),
                Fact.known(launch.arguments(), source),
                Fact.known(codeCache, source),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    private static <T> Fact<T> absent(Source source) {
        return Fact.absent(Reason.NOT_PRESENT, source);
    }

    private static String note(Prediction prediction) {
        if (!prediction.refusal().isEmpty()) {
            return "Without changes it refuses to start: " + prediction.refusal() + ".";
        }
        Optional<RegionForecast> heap = prediction.region(RegionName.HEAP);
        return heap.flatMap(RegionForecast::kind)
                .map(kind -> "Without changes its heap gets " + words(kind) + ": "
                        + heap.get().why())
                .orElse("The pages of its heap without changes are unknown.");
    }

    private static String words(PageKind kind) {
        return switch (kind) {
            case BASE, MIXED -> "base pages";
            case THP -> "transparent huge pages";
            case HUGETLB -> "pages of a hugetlb pool";
        };
    }
}
