package io.github.hpjvm.advisor.advice;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.action.Setting;
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
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.advisor.text.FlagSubjects;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the pools of a plan large enough for all JVMs that take its flags, or that have such flags already. A variable such
 * as JDK_JAVA_OPTIONS reaches each JVM of a service: one that starts the server, as {@code start.jar --exec} of Jetty does,
 * would otherwise take the pages of the server. Pure, as {@link Advisor}.
 */
public final class InheritedFlags {
    private static final String LARGE_PAGES = "-XX:+UseLargePages";
    private static final String POOL_AT_BOOT = "hugepages=";
    private static final String HEAP_SIZE = "-Xm";
    private static final String ALONE = ". Give the flags to process %d alone: on its command line, not in a variable.";

    /** The places of arguments that always count after those of JDK_JAVA_OPTIONS and JAVA_TOOL_OPTIONS; these may name files. */
    private static final Set<ArgumentOrigin> AFTER_VARIABLE =
            EnumSet.of(ArgumentOrigin.COMMAND_LINE, ArgumentOrigin.UNDERSCORE_JAVA_OPTIONS);

    private InheritedFlags() {}

    /**
     * The advice beside other JVMs.
     *
     * @param whyAlone why the JVM must get the flags for pages of a pool alone, as a clause about each of the others; empty if
     *     the others may take them
     */
    public record Beside(Advice advice, Optional<String> whyAlone) {
        public Beside {
            Objects.requireNonNull(advice, "advice");
            Objects.requireNonNull(whyAlone, "whyAlone");
        }
    }

    /**
     * Returns whether other JVMs of the service matter for the plan: it adds flags, which reach them, or it makes a pool, from
     * which they may take pages.
     */
    public static boolean concern(Advice advice) {
        return !advice.addedFlags().isEmpty() || makesPool(advice);
    }

    /**
     * The same advice with pools for the other JVMs as well, and a note for each that the plan reaches; the same advice if it
     * reaches none. Where the pools cannot be made for all of them, the plan stays, and the notes say why.
     *
     * @param taken the host now
     * @param others the other JVMs of the service or container; programs that are no HotSpot JVM are left out
     */
    public static Beside of(Advice advice, Host taken, List<Jvm> others) {
        List<Jvm> heirs = concern(advice) ? heirs(advice, others) : List.of();
        if (heirs.isEmpty()) {
            return new Beside(advice, Optional.empty());
        }
        boolean adds = !advice.addedFlags().isEmpty();
        boolean addsPool = advice.addedFlags().contains(LARGE_PAGES);
        Map<Jvm, Tenant> users = addsPool || makesPool(advice) ? users(advice, heirs, taken.forAdvice()) : Map.of();
        Optional<Common> common =
                users.isEmpty() ? Optional.empty() : Optional.of(Common.of(advice, taken, List.copyOf(users.values())));
        Optional<String> refusal = common.flatMap(Common::refusal);
        String alone = addsPool ? ALONE.formatted(advice.jvm().pid()) : ".";
        List<String> notes = new ArrayList<>(advice.notes());
        for (Jvm heir : heirs) {
            Optional<Tenant> user = Optional.ofNullable(users.get(heir));
            if (adds || user.isPresent()) {
                notes.add(reached(heir, adds)
                        + user.map(tenant ->
                                        refusal.map(why -> ": " + why + alone).orElseGet(() -> counted(tenant)))
                                .orElse("."));
            }
        }
        if (notes.size() == advice.notes().size()) {
            return new Beside(advice, Optional.empty());
        }
        Plan plan = common.filter(it -> it.refusal().isEmpty())
                .map(it -> larger(advice.plan(), it.sizes().pools()))
                .orElse(advice.plan());
        return new Beside(advice.with(plan, notes), refusal.filter(why -> addsPool));
    }

    /** Returns whether the plan sets a pool for a JVM that requests pages of it by the flags that it has. */
    private static boolean makesPool(Advice advice) {
        return advice.requested() == Requested.HUGETLB
                && advice.plan().actions().stream()
                        .anyMatch(action ->
                                action.setting().flatMap(Setting::pool).isPresent()
                                        || action.bootArgument()
                                                .filter(text -> text.contains(POOL_AT_BOOT))
                                                .isPresent());
    }

    /** The heirs that take pages of a pool, or may do so: with the flags that the plan adds, or with those that they have. */
    private static Map<Jvm, Tenant> users(Advice advice, List<Jvm> heirs, Host host) {
        Map<Jvm, Tenant> users = new LinkedHashMap<>();
        for (Jvm jvm : heirs) {
            Tenant now = JvmTenant.asStarted(jvm, host);
            List<String> added = advice.addedFlags();
            boolean changes = added.contains(LARGE_PAGES)
                    || !added.isEmpty() && !now.need().isEmpty();
            Tenant later = changes ? JvmTenant.with(jvm, List.of(inherited(advice)), host) : now;
            if (!later.need().isEmpty() || !later.isKnown()) {
                users.put(jvm, later);
            }
        }
        return users;
    }

    /**
     * The pools that all JVMs that take pages need together.
     *
     * @param refusal why the pools cannot be made for all of them, as a clause about each heir
     */
    private record Common(PoolSizes sizes, Optional<String> refusal) {
        static Common of(Advice advice, Host taken, List<Tenant> heirs) {
            Host host = taken.forAdvice();
            List<Action> own = advice.plan().actions().stream()
                    .filter(action -> action.flags().isPresent())
                    .toList();
            Tenant first = JvmTenant.with(advice.jvm(), own, host);
            List<Tenant> tenants = new ArrayList<>(List.of(first));
            tenants.addAll(heirs);
            PoolSizes sizes = PoolSizes.of(tenants, 0, false, host);
            Optional<String> refusal = sizes.pools().stream().anyMatch(PoolSize::isRefused)
                    ? Optional.of("the host has no memory for its pages")
                    : Optional.of("the pool has no pages for it, because the need of process "
                                    + advice.jvm().pid() + " is unknown: " + first.unknown())
                            .filter(any -> !first.isKnown());
            return new Common(sizes, refusal);
        }
    }

    /** The flags that reach all JVMs: those of the heap have other values in each ({@link #smallestHeap}). */
    private static JvmFlag inherited(Advice advice) {
        List<String> flags = advice.addedFlags().stream()
                .filter(flag -> !flag.startsWith(HEAP_SIZE))
                .toList();
        return new JvmFlag(flags, List.of());
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

    /** The plan with these pools. They come first, in place of all that the plan does to pools of these page sizes. */
    private static Plan larger(Plan plan, List<PoolSize> pools) {
        List<Action> actions = new ArrayList<>(plan.actions());
        for (PoolSize pool : pools) {
            List<Action> needed = PoolAlternative.actions(pool);
            if (!needed.isEmpty()) {
                actions.removeIf(action -> setsPool(action, pool.setting()));
                actions.addAll(0, needed);
            }
        }
        List<Step> steps = new ArrayList<>();
        actions.forEach(action -> steps.add(new Step("a" + (steps.size() + 1), action)));
        return new Plan(steps, plan.omitted(), plan.alternatives());
    }

    /** Returns whether an action sets the pool of that page size, on the host or on a node, now or at boot. */
    private static boolean setsPool(Action action, PoolSetting pool) {
        boolean now = action.setting()
                .flatMap(Setting::pool)
                .filter(set -> set.pageBytes() == pool.pageBytes())
                .isPresent();
        return now
                || action.bootArgument()
                        .filter(argument -> argument.startsWith(pool.bootArgument("")))
                        .isPresent();
    }

    private static String reached(Jvm jvm, boolean byVariable) {
        String main = jvm.main();
        String process = "process " + jvm.pid() + (main.isEmpty() ? "" : " (" + main + ")");
        return byVariable
                ? "A variable of the service also reaches " + process
                : "The same service also starts " + process;
    }

    private static String counted(Tenant tenant) {
        return tenant.unknown().isEmpty()
                ? ": the pool has "
                        + tenant.need().values().stream()
                                .mapToLong(pages -> pages)
                                .sum() + " pages for it."
                : ": its need is not in the pool, because " + tenant.unknown() + ".";
    }
}
