package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.plan.Plan;
import io.github.hpjvm.advisor.plan.PoolAlternative;
import io.github.hpjvm.advisor.plan.Step;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.text.FlagSubjects;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the pools of a plan large enough for all JVMs that take its flags. A variable such as JDK_JAVA_OPTIONS reaches each
 * JVM of a service: one that starts the server, as {@code start.jar --exec} of Jetty does, would otherwise take the pages of
 * the server. Pure, as {@link Advisor}.
 */
public final class InheritedFlags {
    private static final String LARGE_PAGES = "-XX:+UseLargePages";

    /** The places of arguments that always count after those of JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS; these may name files. */
    private static final Set<ArgumentOrigin> AFTER_VARIABLE =
            EnumSet.of(ArgumentOrigin.COMMAND_LINE, ArgumentOrigin.UNDERSCORE_JAVA_OPTIONS);

    private InheritedFlags() {}

    /**
     * The same advice with pools for the other JVMs as well, and a note for each; the same advice if there are none, or if
     * the plan adds no flag.
     *
     * @param taken the host now
     * @param others the other JVMs of the service or container; programs that are no HotSpot JVM are left out
     */
    public static Advice of(Advice advice, Host taken, List<Jvm> others) {
        List<Jvm> heirs = heirs(advice, others);
        if (heirs.isEmpty() || advice.addedFlags().isEmpty()) {
            return advice;
        }
        if (!advice.addedFlags().contains(LARGE_PAGES)) {
            return advice.with(advice.plan(), notes(advice, heirs, List.of()));
        }
        Host host = taken.forAdvice();
        List<Tenant> tenants = new ArrayList<>(List.of(JvmTenant.of(advice.jvm(), host)));
        heirs.forEach(jvm -> tenants.add(JvmTenant.of(jvm, host)));
        PoolSizes sizes = PoolSizes.of(tenants, 0, false, host);
        return advice.with(larger(advice.plan(), sizes.pools()), notes(advice, heirs, tenants));
    }

    private static List<Jvm> heirs(Advice advice, List<Jvm> others) {
        return others.stream()
                .filter(jvm -> jvm.pid() != advice.jvm().pid())
                .filter(jvm ->
                        jvm.identity().known().filter(VmIdentity::isHotSpot).isPresent())
                .toList();
    }

    /**
     * The smallest maximum heap of the others that would take an initial heap from the variable; empty if none is known. A JVM
     * that has its own initial heap behind the variable takes that.
     */
    public static Optional<Bytes> smallestHeap(Advice advice, List<Jvm> others) {
        return heirs(advice, others).stream()
                .filter(jvm -> !setsInitialHeap(jvm))
                .flatMap(jvm -> jvm.identity().known().flatMap(VmIdentity::maxHeap).stream())
                .min(Bytes::compareTo);
    }

    /**
     * Returns whether arguments that HotSpot reads after the variable set both flags of {@code -Xms}. InitialHeapSize alone leaves
     * MinHeapSize to the variable: "Incompatible minimum and maximum heap sizes specified" (17.0.15 and 25.0.3).
     */
    private static boolean setsInitialHeap(Jvm jvm) {
        Set<String> set = jvm.arguments().known().map(Arguments::list).orElse(List.of()).stream()
                .filter(argument -> AFTER_VARIABLE.contains(argument.origin()))
                .flatMap(argument -> FlagSubjects.of(argument.text()).stream())
                .collect(Collectors.toSet());
        return set.containsAll(FlagSubjects.of("-Xms"));
    }

    /** The plan with these pools, in the places of its own; a pool that it does not set comes first. */
    private static Plan larger(Plan plan, List<PoolSize> pools) {
        List<Action> actions = new ArrayList<>(plan.actions());
        for (PoolSize pool : pools) {
            if (pool.more() > 0) {
                Action action = PoolAlternative.action(pool);
                actions.removeIf(one -> one.target().equals(action.target()));
                actions.add(0, action);
            }
        }
        List<Step> steps = new ArrayList<>();
        actions.forEach(action -> steps.add(new Step("a" + (steps.size() + 1), action)));
        return new Plan(steps, plan.omitted(), plan.alternatives());
    }

    private static List<String> notes(Advice advice, List<Jvm> heirs, List<Tenant> tenants) {
        List<String> notes = new ArrayList<>(advice.notes());
        for (int i = 0; i < heirs.size(); i++) {
            Jvm jvm = heirs.get(i);
            String main = jvm.main();
            notes.add("A variable of the service also reaches process " + jvm.pid()
                    + (main.isEmpty() ? "" : " (" + main + ")")
                    + (tenants.isEmpty() ? "." : ": " + counted(tenants.get(i + 1))));
        }
        return notes;
    }

    private static String counted(Tenant tenant) {
        return tenant.unknown().isEmpty()
                ? "the pool has "
                        + tenant.need().values().stream()
                                .mapToLong(pages -> pages)
                                .sum() + " pages for it."
                : "its need is not in the pool, because " + tenant.unknown() + ".";
    }
}
