package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.hotspot.Risk;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Tries actions in the page model and states the objection to them: a JVM that would not start, a heap without the pages
 * that a finding promises, or a host without memory. For one thread.
 */
public final class WhatIf {
    /** Memory that must stay available to the host beside pools and heap: a rule of thumb. */
    static final Bytes MARGIN = Bytes.ofMiB(512);

    private static final Bytes STEP = Bytes.ofMiB(128);
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";
    private static final Set<RiskCode> FATAL =
            Set.of(RiskCode.SIGBUS_CGROUP_MAX, RiskCode.OUT_OF_MEMORY_KILL, RiskCode.POOL_ENDS_WHILE_GROWING);

    private final Optional<Jvm> jvm;
    private final Launch launch;
    private final Host host;
    private final Bytes freedAtExit;
    private final Map<List<Action>, Tried> tried = new HashMap<>();

    /** The start after some actions, and the outline of its prediction. */
    private record Tried(Applied applied, Prediction after) {}

    /** The page model for a restart of that JVM; empty if its arguments or its VM are not known: then nothing can be tried. */
    public static Optional<WhatIf> of(Jvm jvm, Host host) {
        return Relaunch.of(jvm, host)
                .map(launch -> new WhatIf(Optional.of(jvm), jvm.resident().orElse(Bytes.ZERO), launch, host));
    }

    /** The page model for a JVM that does not run yet. */
    public static WhatIf of(Launch launch, Host host) {
        return new WhatIf(Optional.empty(), Bytes.ZERO, launch, host);
    }

    /**
     * @param jvm the JVM now; empty for one that does not run
     * @param freedAtExit memory that becomes available when the present JVM ends
     * @param launch a new start of that JVM with its present arguments
     */
    private WhatIf(Optional<Jvm> jvm, Bytes freedAtExit, Launch launch, Host host) {
        this.jvm = jvm;
        this.launch = launch;
        this.host = host;
        this.freedAtExit = freedAtExit;
    }

    /** Plans try the same actions several times. */
    private Tried tried(List<Action> actions) {
        Tried known = tried.get(actions);
        if (known == null) {
            Applied applied = Applied.of(actions, launch, host);
            known = new Tried(applied, PageModel.outline(applied.launch(), applied.host()));
            tried.put(List.copyOf(actions), known);
        }
        return known;
    }

    /** A new start of the JVM with its present arguments. */
    public Launch launch() {
        return launch;
    }

    /** The host without changes. */
    public Host host() {
        return host;
    }

    /** The JVM and its host after some actions, as facts. */
    public PredictedState state(List<Action> actions) {
        Tried state = tried(actions);
        return PredictedState.of(jvm, state.applied(), state.after());
    }

    /** The whole prediction without changes. */
    public Prediction now() {
        return PageModel.predict(launch, host);
    }

    /** The outline of the prediction without changes. */
    private Prediction before() {
        return tried(List.of()).after();
    }

    /**
     * The objection to some actions, as part of a sentence; empty if there is none.
     *
     * @param promised true if the actions are to put the heap on huge pages
     */
    public Optional<String> objection(List<Action> actions, boolean promised) {
        if (actions.isEmpty()) {
            return Optional.empty();
        }
        Tried state = tried(actions);
        Applied applied = state.applied();
        Prediction after = state.after();
        if (after.starts().equals(Optional.of(false))) {
            return Optional.of("the JVM would not start: " + after.refusal());
        }
        return refused(applied)
                .or(() -> newRisk(after))
                .or(() -> onBasePages(after, promised))
                .or(() -> promised || onPool(before()) ? onOtherPages(applied.launch(), after) : Optional.empty())
                .or(() -> memory(applied, after))
                .or(() -> pretouch(actions, applied, after))
                .or(() -> promised ? room(after) : Optional.empty());
    }

    /**
     * The reason why the JVM would refuse its new arguments. The model takes the arguments of a running JVM as accepted. So
     * this predicts a first start with the old and with the new arguments, and only a new refusal counts.
     */
    private Optional<String> refused(Applied applied) {
        if (applied.launch().arguments().equals(launch.arguments())
                || launch.finals().isEmpty()) {
            return Optional.empty();
        }
        Prediction then = PageModel.outline(applied.launch().withFinals(Map.of()), applied.host());
        return then.starts().equals(Optional.of(false)) && !refusedBefore()
                ? Optional.of("the JVM would not start: " + then.refusal())
                : Optional.empty();
    }

    private boolean refusedBefore() {
        return !PageModel.outline(launch.withFinals(Map.of()), host).refusal().isEmpty();
    }

    private Optional<String> newRisk(Prediction after) {
        return after.risks().stream()
                .filter(risk -> FATAL.contains(risk.code())
                        && before().risks().stream().noneMatch(now -> now.code() == risk.code()))
                .map(Risk::text)
                .findFirst();
    }

    /** The heap must get huge pages if they are promised, and must not lose them else. */
    private Optional<String> onBasePages(Prediction after, boolean promised) {
        Optional<RegionForecast> heap = after.region(RegionName.HEAP);
        Optional<PageKind> kind = heap.flatMap(RegionForecast::kind);
        boolean lost = kind.equals(Optional.of(PageKind.BASE)) && isHuge(before());
        boolean missed = promised && kind.isPresent() && !isHuge(after);
        return lost || missed
                ? Optional.of("the heap would have no huge pages: "
                        + heap.map(RegionForecast::why).orElse(""))
                : Optional.empty();
    }

    /** A heap that requests a pool must get pages of the pool: THP instead of them would hide that the pool has too few. */
    private static Optional<String> onOtherPages(Launch then, Prediction after) {
        Optional<RegionForecast> heap = after.region(RegionName.HEAP);
        boolean other = heap.flatMap(RegionForecast::kind)
                .filter(kind -> kind != PageKind.HUGETLB)
                .isPresent();
        return other && PageRequest.of(then.arguments(), then.vm()) == Requested.HUGETLB
                ? Optional.of("the pool would not back the heap: "
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

    /** A pool that grows must leave memory for the host, and for the heap if the pool does not back it. */
    private Optional<String> memory(Applied applied, Prediction after) {
        Bytes growth = growth(applied.host());
        if (growth.isZero()) {
            return Optional.empty();
        }
        Optional<Bytes> available = available();
        if (available.isEmpty()) {
            return Optional.of("the pools need " + growth + ", and the available memory of the host is unknown");
        }
        Bytes heap = onPool(after) ? Bytes.ZERO : after.vm().maxHeap().orElse(Bytes.ZERO);
        return fits(growth, heap, available.get())
                ? Optional.empty()
                : Optional.of("the host would run out of memory: " + growth + " for pools"
                        + (heap.isZero() ? "" : " and up to " + heap + " for the heap")
                        + " do not fit into " + available.get().rounded() + " of available memory; "
                        + smaller(available.get(), beside(growth, after)));
    }

    /** The part of the growth that is for other memory than the heap. */
    private static Bytes beside(Bytes growth, Prediction after) {
        return growth.minus(after.vm().maxHeap().orElse(Bytes.ZERO).min(growth));
    }

    /** A heap on huge pages becomes resident sooner, so it must fit into the available memory at its maximum size. */
    private Optional<String> room(Prediction after) {
        Optional<Bytes> available = available();
        Optional<Bytes> heap = after.vm().maxHeap();
        if (available.isEmpty() || heap.isEmpty() || onPool(after) || fits(heap.get(), Bytes.ZERO, available.get())) {
            return Optional.empty();
        }
        return Optional.of("the heap may grow to " + heap.get() + ", and "
                + available.get().rounded() + " are available for it; " + smaller(available.get(), Bytes.ZERO));
    }

    /**
     * The largest heap that fits, as part of a sentence.
     *
     * @param available memory for the heap and for the rest
     * @param beside memory that is needed beside the heap
     */
    public static String smaller(Bytes available, Bytes beside) {
        Bytes taken = MARGIN.plus(beside);
        long steps = available.minus(taken.min(available)).value() / STEP.value();
        return steps == 0
                ? "no heap would fit"
                : "-Xmx" + steps * STEP.value() / Bytes.ofMiB(1).value() + "m would fit";
    }

    private Optional<String> pretouch(List<Action> actions, Applied applied, Prediction after) {
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
                ? Optional.of("pretouching " + heap + " of heap needs more memory than is available"
                        + available.map(size -> " (" + size.rounded() + ")").orElse(""))
                : beyondGroup(applied.launch(), heap);
    }

    /** A heap that is touched as a whole must leave room below each limit for the memory beside it. */
    private Optional<String> beyondGroup(Launch then, Bytes heap) {
        Bytes touched = jvm.map(Jvm::residentHeap).orElse(Bytes.ZERO);
        Bytes more = heap.minus(touched.min(heap));
        Bytes needed = more.plus(MemoryGroup.spare(jvm.flatMap(Jvm::besideHeap).orElse(Bytes.ZERO)));
        return then.cgroup()
                .flatMap(Cgroup::memory)
                .known()
                .flatMap(group -> group.leastRoom(jvm.flatMap(Jvm::resident)))
                .filter(least -> least.getValue().compareTo(needed) < 0)
                .map(least -> "pretouching " + heap + " of heap makes " + more + " more resident, and "
                        + least.getKey().file() + " leaves room for "
                        + least.getValue().rounded());
    }

    /** InitialHeapSize of the JVM; where it is not known, the maximum size of the heap. */
    private Bytes initialHeap(Prediction after) {
        Bytes most = after.vm().maxHeap().orElse(Bytes.ZERO);
        return VmFlag.forAdvice(launch.finals(), "InitialHeapSize")
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

    /** The available memory of the host, with the memory that the JVM frees when it ends. */
    public Optional<Bytes> available() {
        return host.memory()
                .known()
                .flatMap(memory -> memory.size("MemAvailable"))
                .map(size -> size.plus(freedAtExit));
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
