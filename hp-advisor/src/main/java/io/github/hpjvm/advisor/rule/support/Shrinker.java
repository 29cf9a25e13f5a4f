package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpShrinker;
import io.github.hpjvm.advisor.term.Bytes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The THP shrinker of the host as rules see it, with its evidence. */
public final class Shrinker {
    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);

    private Shrinker() {}

    /** The shrinker; empty if the kernel has none, or if its settings are not known. */
    public static Optional<ThpShrinker> of(RuleContext context, ThpPolicy policy) {
        Bytes basePage = context.maybeHost("base page", Host::basePage).orElse(USUAL_BASE_PAGE);
        return noted(
                context,
                context.maybeHost("THP settings", Host::thpSettings)
                        .flatMap(settings -> ThpShrinker.of(settings, policy.pmdSize(), basePage)));
    }

    /** The shrinker; empty if the kernel has none. Ends the rule if the settings are not known. */
    public static Optional<ThpShrinker> required(RuleContext context, ThpPolicy policy) {
        return noted(
                context,
                ThpShrinker.of(
                        context.host("THP settings", Host::thpSettings),
                        policy.pmdSize(),
                        context.host("base page", Host::basePage)));
    }

    private static Optional<ThpShrinker> noted(RuleContext context, Optional<ThpShrinker> shrinker) {
        shrinker.ifPresent(it -> {
            context.note("shrink_underused", it.enabled() ? "1" : "0", ThpShrinker.FILE);
            context.note("max_ptes_none", String.valueOf(it.zerosAllowed()), ThpShrinker.THRESHOLD);
        });
        return shrinker;
    }

    /** The number of huge pages that it has split on this host since boot; 0 if that is not known. */
    public static long splits(RuleContext context) {
        long splits = context.maybeHost("vmstat", Host::vmstat)
                .flatMap(counted -> counted.counter(ThpShrinker.COUNTER))
                .orElse(0L);
        context.note(ThpShrinker.COUNTER, String.valueOf(splits), "/proc/vmstat");
        return splits;
    }

    /**
     * The actions that stop it. Where only memory that opts in has huge pages: the default threshold, which also keeps huge pages
     * that the JVM has now. In mode always khugepaged would then collapse ranges of all processes that are mostly empty, so the
     * shrinker is disabled instead. That has an effect on huge pages that are allocated later (deferred_split_folio in {@code
     * mm/huge_memory.c}).
     */
    public static List<Action> stop(ThpShrinker shrinker, ThpPolicy policy) {
        return affectsAll(policy)
                ? List.of(
                        new KernelFile(
                                Path.of(ThpShrinker.FILE),
                                "0",
                                "1",
                                "the kernel frees no zeros in huge pages of other processes"),
                        new RestartJvm())
                : List.of(new KernelFile(
                        Path.of(ThpShrinker.THRESHOLD),
                        String.valueOf(shrinker.perHugePage() - 1),
                        String.valueOf(shrinker.zerosAllowed()),
                        "khugepaged also collapses ranges that are mostly empty"));
    }

    /** What the actions do, as a sentence. */
    public static String effect(ThpShrinker shrinker, ThpPolicy policy) {
        return affectsAll(policy)
                ? "With 0 in shrink_underused the kernel does not split the huge pages that the heap gets after a restart."
                : "With " + (shrinker.perHugePage() - 1)
                        + " in max_ptes_none, the default, the heap keeps its huge pages. If"
                        + " khugepaged must not collapse ranges that are mostly empty: "
                        + Setting.command("0", ThpShrinker.FILE)
                        + ", and restart the JVM.";
    }

    private static boolean affectsAll(ThpPolicy policy) {
        return policy.effective().equals("always");
    }

    /** What it does, as sentences. */
    public static String describe(ThpShrinker shrinker) {
        return "When memory is short, also in a control group, the kernel splits each huge page with more than "
                + shrinker.zerosAllowed() + " of " + shrinker.perHugePage()
                + " base pages of zeros (shrink_underused is 1, max_ptes_none is " + shrinker.zerosAllowed()
                + "). It frees the base pages of zeros. Free parts of a heap and new arrays hold zeros. A page that"
                + " is written again is a base page.";
    }
}
