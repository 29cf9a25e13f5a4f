package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two page flags that cancel each other. {@code -XX:-UseLargePages} disables all kinds of huge pages. Up to 21, a flag
 * that disables one kind counts as the choice of kinds, and selects none (os::large_page_init and setup_large_page_type
 * in {@code os_linux.cpp}).
 */
final class PageFlagsCancel implements Rule {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String NO_LARGE = "-XX:-UseLargePages";
    private static final Set<String> KINDS = Set.of("-XX:+UseTransparentHugePages", "-XX:+UseHugeTLBFS", "-XX:+UseSHM");
    private static final Set<String> NO_KINDS =
            Set.of("-XX:-UseTransparentHugePages", "-XX:-UseHugeTLBFS", "-XX:-UseSHM");

    @Override
    public Declaration declaration() {
        return new Declaration("HP-107", "page flags that cancel each other", "heap", Family.HUGE_PAGES, Affected.HEAP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.NONE) {
            return context.notApplicable("no page flag cancels the request");
        }
        List<String> arguments = context.jvm("arguments", Jvm::arguments).texts();
        List<String> cancelling = cancelling(arguments);
        if (cancelling.isEmpty()) {
            return context.pass("no page flag cancels another");
        }
        boolean allOff = cancelling.equals(List.of(NO_LARGE));
        return cancelled(context, allOff ? last(arguments, KINDS).get(0) : LARGE, cancelling);
    }

    /** The flags that cancel another page flag; empty if there are none. */
    private static List<String> cancelling(List<String> arguments) {
        boolean allOff = last(arguments, Set.of(NO_LARGE)).contains(NO_LARGE);
        if (allOff && !last(arguments, KINDS).isEmpty()) {
            return List.of(NO_LARGE);
        }
        boolean large = last(arguments, Set.of(LARGE)).contains(LARGE);
        return large ? last(arguments, NO_KINDS) : List.of();
    }

    /** The pages that the flags request without the flags that cancel them. */
    private static Requested intended(RuleContext context) {
        List<String> left =
                new ArrayList<>(context.jvm("arguments", Jvm::arguments).texts());
        left.removeAll(cancelling(left));
        return PageRequest.of(
                left,
                context.jvm("VM", Jvm::identity)
                        .release()
                        .map(JavaVersion::feature)
                        .orElse(0));
    }

    /**
     * Returns whether the cancelled request is for a hugetlb pool, so that its pages may be meant for this JVM; false
     * if facts are absent.
     */
    static boolean holdsForPool(RuleContext context) {
        return holds(context) && intended(context) == Requested.HUGETLB;
    }

    /**
     * Returns whether the rule reports a finding; false if facts are absent. The effective request then differs from
     * the flags.
     */
    static boolean holds(RuleContext context) {
        try {
            return new PageFlagsCancel().evaluate(context.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }

    /** The flags whose last occurrence is not followed by their opposite. */
    private static List<String> last(List<String> arguments, Set<String> flags) {
        List<String> last = new ArrayList<>(new TreeSet<>(flags));
        last.removeIf(flag -> arguments.lastIndexOf(flag) <= arguments.lastIndexOf(opposite(flag)));
        return List.copyOf(last);
    }

    private static String opposite(String flag) {
        return "-XX:" + (flag.charAt(4) == '+' ? '-' : '+') + flag.substring(5);
    }

    private static List<Outcome> cancelled(RuleContext context, String requesting, List<String> cancelling) {
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap)
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent()) {
            return context.pass("the heap is on huge pages, although " + requesting + " is cancelled by "
                    + String.join(" ", cancelling));
        }
        String off = String.join(" ", cancelling);
        int feature = context.jvm("VM", Jvm::identity)
                .release()
                .map(JavaVersion::feature)
                .orElse(0);
        boolean named = !cancelling.equals(List.of(NO_LARGE));
        return context.finding(
                Severity.WARNING,
                requesting + " has no effect: " + off + " cancels it",
                (named
                                ? "Up to JDK 21 a flag that disables one kind of huge pages counts as the choice of"
                                        + " kinds, and this one selects none: JDK " + feature
                                        + " uses base pages. From 22 on the same flags request the pool."
                                : "It disables huge pages of every kind, at any position on the command line.")
                        + " The JVM prints no warning, or \"no large pages configured\", which may be wrong.",
                "After a restart without " + off + " the heap is on huge pages. Check: hp-cli advise --pid N.",
                actions(context, cancelling));
    }

    /** Removes the flags that cancel others, and prepares the host for the pages that are then requested. */
    private static List<Action> actions(RuleContext context, List<String> cancelling) {
        List<Action> actions = new ArrayList<>();
        JvmFlag flags = new JvmFlag(List.of(), cancelling);
        if (intended(context) == Requested.THP) {
            ThpPolicy policy = context.host("THP policy", Host::thp);
            if (policy.effective().equals("never") || ThpModes.unheard(policy)) {
                actions.addAll(ThpModes.allow(policy));
            }
            if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
                actions.addAll(ThpModes.allowShared(policy, context.maybeHost("THP settings", Host::thpSettings)));
            }
        } else {
            actions.addAll(pools(context, flags));
        }
        actions.add(flags);
        return actions;
    }

    private static List<Action> pools(RuleContext context, JvmFlag flags) {
        context.host("memory", Host::memory);
        return PageFacts.grow(context, context.poolsAfter(flags));
    }
}
