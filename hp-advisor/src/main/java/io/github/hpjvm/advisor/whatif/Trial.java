package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.text.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tries actions in the page model: whether the JVM would start, get what it was promised, and leave the host alive. */
public final class Trial {
    /** What must stay available to the host beside pools and heap: a rule of thumb. */
    static final Bytes MARGIN = Bytes.ofMiB(512);

    private static final Bytes STEP = Bytes.ofMiB(128);
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";
    private static final Set<RiskCode> FATAL =
            Set.of(RiskCode.SIGBUS_CGROUP_MAX, RiskCode.OUT_OF_MEMORY_KILL, RiskCode.POOL_ENDS_WHILE_GROWING);

    private final Launch launch;
    private final Host host;
    private final Bytes givenBack;
    private final Prediction before;

    /** Of that JVM; empty if it is not known how it would be started anew: then nothing can be tried. */
    public static Optional<Trial> of(Jvm jvm, Host host) {
        return Relaunch.of(jvm, host).map(launch -> new Trial(jvm, launch, host));
    }

    /** @param launch that JVM, as it would be started anew */
    private Trial(Jvm jvm, Launch launch, Host host) {
        this.launch = launch;
        this.host = host;
        this.givenBack = jvm.status().known().flatMap(ProcStatus::rss).orElse(Bytes.ZERO);
        this.before = PageModel.predict(launch, host);
    }

    /** The JVM, as it would be started anew. */
    public Launch launch() {
        return launch;
    }

    /** The host as it is. */
    public Host host() {
        return host;
    }

    /** What it would get if nothing were changed. */
    public Prediction before() {
        return before;
    }

    /**
     * Why that must not be advised; empty if it may.
     *
     * @param promised whether it is to put the heap on huge pages
     */
    public Optional<String> objection(List<Action> actions, boolean promised) {
        if (actions.isEmpty()) {
            return Optional.empty();
        }
        Applied applied = Applied.of(actions, launch, host);
        Prediction after = PageModel.predict(applied.launch(), applied.host());
        if (after.starts().equals(Optional.of(false))) {
            return Optional.of("the JVM would not start: " + after.refusal());
        }
        return refused(applied)
                .or(() -> newRisk(after))
                .or(() -> onBasePages(after, promised))
                .or(() -> promised ? onOtherPages(applied.launch(), after) : Optional.empty())
                .or(() -> memory(applied, after))
                .or(() -> pretouch(actions, after))
                .or(() -> promised ? room(after) : Optional.empty());
    }

    /**
     * Of a JVM that runs the model takes it that its arguments were accepted; of new ones that is not known. So both are
     * looked at as if nobody had started them yet, and what is refused of the new ones alone counts.
     */
    private Optional<String> refused(Applied applied) {
        if (applied.launch().arguments().equals(launch.arguments())
                || launch.finals().isEmpty()) {
            return Optional.empty();
        }
        Prediction then = PageModel.predict(applied.launch().withFinals(Map.of()), applied.host());
        boolean wasToo =
                !PageModel.predict(launch.withFinals(Map.of()), host).refusal().isEmpty();
        return then.starts().equals(Optional.of(false)) && !wasToo
                ? Optional.of("the JVM would not start: " + then.refusal())
                : Optional.empty();
    }

    private Optional<String> newRisk(Prediction after) {
        return after.risks().stream()
                .filter(risk -> FATAL.contains(risk.code())
                        && before.risks().stream().noneMatch(now -> now.code() == risk.code()))
                .map(Risk::text)
                .findFirst();
    }

    /** What promises huge pages must come to them; what promises nothing must not take them away. */
    private Optional<String> onBasePages(Prediction after, boolean promised) {
        Optional<RegionForecast> heap = after.region(RegionName.HEAP);
        Optional<PageKind> kind = heap.flatMap(RegionForecast::kind);
        boolean lost = kind.equals(Optional.of(PageKind.BASE)) && isHuge(before);
        boolean missed = promised && kind.isPresent() && !isHuge(after);
        return lost || missed
                ? Optional.of("the heap would not be on huge pages: "
                        + heap.map(RegionForecast::why).orElse(""))
                : Optional.empty();
    }

    /** Huge pages that come by themselves do not make good for a pool that is asked for and has none to give. */
    private static Optional<String> onOtherPages(Launch then, Prediction after) {
        Optional<RegionForecast> heap = after.region(RegionName.HEAP);
        boolean other = heap.flatMap(RegionForecast::kind)
                .filter(kind -> kind != PageKind.HUGETLB)
                .isPresent();
        return other && PageRequest.of(then.arguments(), then.vm()) == Requested.HUGETLB
                ? Optional.of("the heap would not be on pages of the pool: "
                        + heap.map(RegionForecast::why).orElse(""))
                : Optional.empty();
    }

    private static boolean isHuge(Prediction prediction) {
        return prediction
                .region(RegionName.HEAP)
                .flatMap(RegionForecast::kind)
                .filter(kind -> kind == PageKind.THP || kind == PageKind.HUGETLB)
                .isPresent();
    }

    /** A pool that grows must leave room for the heap, if that is not in it, and for the host. */
    private Optional<String> memory(Applied applied, Prediction after) {
        Bytes growth = growth(applied.host());
        if (growth.isZero()) {
            return Optional.empty();
        }
        Optional<Bytes> available = available();
        if (available.isEmpty()) {
            return Optional.of("whether the host has " + growth + " for pools is not known");
        }
        Bytes heap = onPool(after) ? Bytes.ZERO : after.vm().maxHeap().orElse(Bytes.ZERO);
        return fits(growth, heap, available.get())
                ? Optional.empty()
                : Optional.of("the host would be starved: " + growth + " for pools"
                        + (heap.isZero() ? "" : " and up to " + heap + " for the heap beside them")
                        + " do not fit into the " + available.get().rounded() + " that are available; "
                        + smaller(available.get(), beside(growth, after)));
    }

    /** What of a pool that grows is for other things than the heap. */
    private static Bytes beside(Bytes growth, Prediction after) {
        return growth.minus(after.vm().maxHeap().orElse(Bytes.ZERO).min(growth));
    }

    /** Huge pages make a heap resident sooner: one that is larger than what there is for it is to become smaller first. */
    private Optional<String> room(Prediction after) {
        Optional<Bytes> available = available();
        Optional<Bytes> heap = after.vm().maxHeap();
        if (available.isEmpty() || heap.isEmpty() || onPool(after) || fits(heap.get(), Bytes.ZERO, available.get())) {
            return Optional.empty();
        }
        return Optional.of("the heap may grow to " + heap.get() + ", and the host has "
                + available.get().rounded() + " for it; " + smaller(available.get(), Bytes.ZERO));
    }

    /**
     * What heap would fit, as part of a sentence.
     *
     * @param available what there is for it
     * @param beside what else is needed of that
     */
    public static String smaller(Bytes available, Bytes beside) {
        Bytes taken = MARGIN.plus(beside);
        long steps = available.minus(taken.min(available)).value() / STEP.value();
        return steps == 0
                ? "no heap would fit"
                : "-Xmx" + steps * STEP.value() / Bytes.ofMiB(1).value() + "m would fit";
    }

    private Optional<String> pretouch(List<Action> actions, Prediction after) {
        boolean added = actions.stream()
                .flatMap(action -> action.flags().stream())
                .anyMatch(flags -> flags.add().contains(PRETOUCH));
        if (!added || onPool(after)) {
            return Optional.empty();
        }
        boolean killed = after.risks().stream().anyMatch(risk -> risk.code() == RiskCode.OUT_OF_MEMORY_KILL);
        Optional<Bytes> available = available();
        Bytes heap = initialHeap(after);
        boolean tooLarge =
                available.filter(size -> !fits(heap, Bytes.ZERO, size)).isPresent();
        return killed || tooLarge
                ? Optional.of("touching " + heap + " of heap at the start takes more than is there"
                        + available
                                .map(size -> " (" + size.rounded() + " are available)")
                                .orElse(""))
                : Optional.empty();
    }

    /** InitialHeapSize as the JVM has it; where that is not known it may be as large as the heap can grow. */
    private Bytes initialHeap(Prediction after) {
        Bytes most = after.vm().maxHeap().orElse(Bytes.ZERO);
        return Optional.ofNullable(launch.finals().get("InitialHeapSize"))
                .map(VmFlag::value)
                .filter(text -> Words.isNumber(text, 18))
                .map(text -> Bytes.of(Long.parseLong(text)).min(most))
                .orElse(most);
    }

    private static boolean onPool(Prediction prediction) {
        return prediction.region(RegionName.HEAP).flatMap(RegionForecast::kind).equals(Optional.of(PageKind.HUGETLB));
    }

    private static boolean fits(Bytes one, Bytes other, Bytes available) {
        Bytes room = available;
        for (Bytes part : List.of(one, other, MARGIN)) {
            if (room.compareTo(part) < 0) {
                return false;
            }
            room = room.minus(part);
        }
        return true;
    }

    /** What the host has for others, with what the JVM has and gives back when it ends. */
    public Optional<Bytes> available() {
        return host.memory()
                .known()
                .flatMap(memory -> memory.size("MemAvailable"))
                .map(size -> size.plus(givenBack));
    }

    private Bytes growth(Host then) {
        Bytes sum = Bytes.ZERO;
        for (HugePool pool : then.pools().known().orElse(List.of())) {
            long now = host.pool(pool.pageSize()).map(HugePool::total).orElse(0L);
            Bytes more = pool.pageSize().times(Math.max(0, pool.total() - now));
            sum = sum.plus(more);
        }
        return sum;
    }
}
