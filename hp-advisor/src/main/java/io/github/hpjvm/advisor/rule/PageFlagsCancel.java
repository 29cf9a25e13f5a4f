package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.ThpWords;
import io.github.hpjvm.advisor.size.PoolSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Two page flags of which one takes back what the other asks for: {@code -XX:-UseLargePages} switches off all kinds, and
 * up to 21 naming a kind only to switch it off is taken for the choice of none (os::large_page_init and
 * setup_large_page_type in {@code os_linux.cpp}).
 */
final class PageFlagsCancel implements Rule {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String NO_LARGE = "-XX:-UseLargePages";
    private static final Set<String> KINDS = Set.of("-XX:+UseTransparentHugePages", "-XX:+UseHugeTLBFS", "-XX:+UseSHM");
    private static final Set<String> NO_KINDS =
            Set.of("-XX:-UseTransparentHugePages", "-XX:-UseHugeTLBFS", "-XX:-UseSHM");

    @Override
    public String id() {
        return "HP-107";
    }

    @Override
    public String title() {
        return "page flags that cancel each other";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public boolean isPartOfHealthCheck() {
        return true;
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.NONE) {
            return look.notApplicable("what the flags ask for stands");
        }
        List<String> arguments = look.jvm("arguments", Jvm::arguments).texts();
        List<String> refusing = refusing(arguments);
        if (refusing.isEmpty()) {
            return look.pass("no page flag takes back what another asks for");
        }
        boolean allOff = refusing.equals(List.of(NO_LARGE));
        return cancelled(look, allOff ? last(arguments, KINDS).get(0) : LARGE, refusing);
    }

    /** Those that take back what another asks for; none if that stands. */
    private static List<String> refusing(List<String> arguments) {
        boolean allOff = last(arguments, Set.of(NO_LARGE)).contains(NO_LARGE);
        if (allOff && !last(arguments, KINDS).isEmpty()) {
            return List.of(NO_LARGE);
        }
        boolean large = last(arguments, Set.of(LARGE)).contains(LARGE);
        return large ? last(arguments, NO_KINDS) : List.of();
    }

    /** What the flags ask for once those are out that take it back. */
    private static Requested meant(Look look) {
        List<String> left =
                new ArrayList<>(look.jvm("arguments", Jvm::arguments).texts());
        left.removeAll(refusing(left));
        return PageRequest.of(
                left,
                look.jvm("VM", Jvm::identity)
                        .release()
                        .map(JavaVersion::feature)
                        .orElse(0));
    }

    /** Whether what was asked for and taken back is a pool, so that it may be waited for; not, where it cannot be told. */
    static boolean holdsForPool(Look look) {
        return holds(look) && meant(look) == Requested.HUGETLB;
    }

    /** Whether that is so; not, where it cannot be told. What the JVM asks for is then not what it seems to. */
    static boolean holds(Look look) {
        try {
            return new PageFlagsCancel().evaluate(look.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }

    /** Those of the flags whose last occurrence is this one, and not its opposite. */
    private static List<String> last(List<String> arguments, Set<String> flags) {
        List<String> last = new ArrayList<>(new TreeSet<>(flags));
        last.removeIf(flag -> arguments.lastIndexOf(flag) <= arguments.lastIndexOf(opposite(flag)));
        return List.copyOf(last);
    }

    private static String opposite(String flag) {
        return "-XX:" + (flag.charAt(4) == '+' ? '-' : '+') + flag.substring(5);
    }

    private static List<Outcome> cancelled(Look look, String asking, List<String> refusing) {
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap)
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent()) {
            return look.pass(
                    "the heap is on huge pages, though " + asking + " is taken back by " + String.join(" ", refusing));
        }
        String off = String.join(" ", refusing);
        int feature = look.jvm("VM", Jvm::identity)
                .release()
                .map(JavaVersion::feature)
                .orElse(0);
        boolean named = !refusing.equals(List.of(NO_LARGE));
        return look.finding(
                Severity.WARNING,
                asking + " has no effect: " + off + " takes it back",
                (named
                                ? "Up to JDK 21 a kind of large pages that is named, if only to switch it off, counts as the"
                                        + " choice of kinds, and this one chooses none; Java " + feature
                                        + " uses no large pages then. From 22 on the same flags ask for the pool."
                                : "It switches off large pages of every kind, whatever comes before or after it.")
                        + " The JVM says nothing, or that no large pages are configured, which may be wrong.",
                "After a restart without " + off + " the heap is on huge pages; check: hp-cli advise --pid N.",
                actions(look, refusing));
    }

    /** Out with what refuses, and the host made ready for what is then asked for. */
    private static List<Action> actions(Look look, List<String> refusing) {
        List<Action> actions = new ArrayList<>();
        Action.JvmFlag flags = new Action.JvmFlag(List.of(), refusing);
        if (meant(look) == Requested.THP) {
            ThpPolicy policy = look.host("THP policy", Host::thp);
            if (policy.effective().equals("never") || ThpWords.unheard(policy)) {
                actions.addAll(ThpWords.allow(policy));
            }
            if (look.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent()) {
                actions.addAll(ThpWords.allowShared(policy, look.maybeHost("THP settings", Host::thpSettings)));
            }
        } else {
            actions.addAll(pools(look, flags));
        }
        actions.add(flags);
        return actions;
    }

    private static List<Action> pools(Look look, Action.JvmFlag flags) {
        List<HugePool> pools = look.host("hugetlb pools", Host::pools);
        look.host("memory", Host::memory);
        List<Action> actions = new ArrayList<>();
        for (PoolSize size : look.poolsAfter(flags)) {
            Optional<HugePool> pool = Asked.pool(pools, size.pool().pageSize());
            if (size.more() > 0 && pool.isPresent()) {
                actions.add(Asked.pages(
                        look,
                        pool.get(),
                        size.toWrite(),
                        pool.get().pageSize().times(size.more()) + " taken from all others"));
            }
        }
        return actions;
    }
}
