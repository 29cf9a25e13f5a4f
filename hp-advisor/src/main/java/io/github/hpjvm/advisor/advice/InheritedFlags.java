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
import io.github.hpjvm.advisor.text.FlagSubjects;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
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
     * The same advice with pools for the other JVMs as well, and a note for each; the same advice if there are none, or if
     * the plan adds no flag. Where the pools cannot be made for all of them, the plan stays, and the notes say why.
     *
     * @param taken the host now
     * @param others the other JVMs of the service or container; programs that are no HotSpot JVM are left out
     */
    public static Beside of(Advice advice, Host taken, List<Jvm> others) {
        List<Jvm> heirs = heirs(advice, others);
        if (heirs.isEmpty() || advice.addedFlags().isEmpty()) {
            return new Beside(advice, Optional.empty());
        }
        if (!advice.addedFlags().contains(LARGE_PAGES)) {
            List<String> texts = Collections.nCopies(heirs.size(), ".");
            return new Beside(advice.with(advice.plan(), notes(advice, heirs, texts)), Optional.empty());
        }
        Common common = Common.of(advice, taken, heirs);
        if (common.refusal().isPresent()) {
            String text =
                    ": " + common.refusal().get() + ALONE.formatted(advice.jvm().pid());
            List<String> texts = Collections.nCopies(heirs.size(), text);
            return new Beside(advice.with(advice.plan(), notes(advice, heirs, texts)), common.refusal());
        }
        List<String> texts =
                common.tenants().stream().skip(1).map(InheritedFlags::counted).toList();
        return new Beside(
                advice.with(larger(advice.plan(), common.sizes().pools()), notes(advice, heirs, texts)),
                Optional.empty());
    }

    /**
     * The pools that all JVMs with the flags need together.
     *
     * @param tenants the JVM of the advice, and its heirs
     * @param refusal why the pools cannot be made for all of them, as a clause about each heir
     */
    private record Common(List<Tenant> tenants, PoolSizes sizes, Optional<String> refusal) {
        static Common of(Advice advice, Host taken, List<Jvm> heirs) {
            Host host = taken.forAdvice();
            List<Action> own = advice.plan().actions().stream()
                    .filter(action -> action.flags().isPresent())
                    .toList();
            List<Tenant> tenants = new ArrayList<>(List.of(JvmTenant.with(advice.jvm(), own, host)));
            heirs.forEach(jvm -> tenants.add(JvmTenant.with(jvm, List.of(inherited(advice)), host)));
            PoolSizes sizes = PoolSizes.of(tenants, 0, false, host);
            Tenant first = tenants.get(0);
            Optional<String> refusal = sizes.pools().stream().anyMatch(PoolSize::isRefused)
                    ? Optional.of("the host has no memory for its pages")
                    : Optional.of("the pool has no pages for it, because the need of process "
                                    + advice.jvm().pid() + " is unknown: " + first.unknown())
                            .filter(any -> !first.isKnown());
            return new Common(tenants, sizes, refusal);
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

    /** @param texts what is said of each heir, in their order */
    private static List<String> notes(Advice advice, List<Jvm> heirs, List<String> texts) {
        List<String> notes = new ArrayList<>(advice.notes());
        for (int i = 0; i < heirs.size(); i++) {
            Jvm jvm = heirs.get(i);
            String main = jvm.main();
            notes.add("A variable of the service also reaches process " + jvm.pid()
                    + (main.isEmpty() ? "" : " (" + main + ")") + texts.get(i));
        }
        return notes;
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
