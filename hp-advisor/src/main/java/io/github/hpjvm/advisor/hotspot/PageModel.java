package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.hotspot.flag.Refusal;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Predicts the use of huge pages by a HotSpot JVM of 8 or newer on a host. The prediction contains the pages of each
 * region with time and reason, the pages that each pool loses, and the messages of the JVM. It also says whether the
 * JVM starts at all, and what can go wrong later. Pure: the same launch and host give the same prediction. A result
 * that depends on a missing fact is unknown.
 */
public final class PageModel {

    private static final int OLDEST = 8;

    private PageModel() {}

    /**
     * Predicts the behaviour of that JVM on that host.
     *
     * @return a prediction that contains only the reason if the VM is no HotSpot or its release is not known
     */
    public static Prediction predict(Launch launch, Host host) {
        return predict(launch, host, true);
    }

    /**
     * Predicts as {@link #predict}, but only what a plan is judged by: the VM, whether it starts, its heap, its pools and
     * risks. The prediction has no other regions, no messages and no unknowns.
     */
    public static Prediction outline(Launch launch, Host host) {
        return predict(launch, host, false);
    }

    private static Prediction predict(Launch launch, Host host, boolean whole) {
        Optional<JavaVersion> version = launch.vm().release().filter(known -> known.feature() >= OLDEST);
        if (!launch.vm().isHotSpot() || version.isEmpty()) {
            return nothing(launch);
        }
        return predict(
                launch, host, version.get(), launch.flags(host.kernel().known().flatMap(Kernel::architecture)), whole);
    }

    static Prediction predict(Launch launch, Host host, JavaVersion version, FlagSettings flags) {
        return predict(launch, host, version, flags, true);
    }

    private static Prediction predict(
            Launch launch, Host host, JavaVersion version, FlagSettings flags, boolean whole) {
        StartUp startUp = new StartUp(launch, host, version, flags);
        CollectorChoice choice = startUp.choice();
        Start start = startUp.start(choice.collector());
        Refusals refusals = new Refusals(start);
        List<PoolForecast> pools = new PoolForecasts(start).forecasts();
        Optional<Refusal> refusal = earliest(flags.refusal(), earliest(choice.refusal(), refusals.first()));
        if (refusal.isPresent()) {
            boolean byFlags = flags.refusal().isPresent();
            return new Prediction(
                    byFlags ? launch.vm() : identity(start),
                    byFlags || flags.unknowns().isEmpty() ? Optional.of(false) : Optional.empty(),
                    refusal.get().text(),
                    List.of(),
                    byFlags ? List.of() : pools,
                    whole ? new StartWarnings(start).until(refusal.get().stage()) : List.of(),
                    List.of(),
                    whole ? new Unknowns(start).all() : List.of());
        }
        RegionForecast heap = start.isZ() ? new ZHeapForecast(start).forecast() : new HeapForecast(start).forecast();
        List<RegionForecast> regions = new ArrayList<>(List.of(heap));
        if (whole) {
            regions.add(new CodeForecast(start).forecast());
            regions.addAll(new OtherForecasts(start).forecasts());
        }
        boolean perhapsNot = !flags.unknowns().isEmpty() || refusals.perhaps() || new Commitment(start).mayBeRefused();
        return new Prediction(
                identity(start),
                perhapsNot ? Optional.empty() : Optional.of(true),
                "",
                regions.stream().map(new Measured(start)::say).toList(),
                pools,
                whole ? new StartWarnings(start).all() : List.of(),
                new Risks(start, pools, heap).all(),
                whole ? new Unknowns(start).all() : List.of());
    }

    private static Optional<Refusal> earliest(Optional<Refusal> one, Optional<Refusal> other) {
        boolean later = one.isPresent()
                && other.isPresent()
                && one.get().stage().compareTo(other.get().stage()) > 0;
        return one.isEmpty() || later ? other : one;
    }

    private static VmIdentity identity(Start start) {
        VmIdentity vm = start.launch().vm();
        return new VmIdentity(
                vm.vm(),
                vm.release(),
                vm.version(),
                vm.vendor(),
                start.collector(),
                start.shape().map(HeapShape::max));
    }

    private static Prediction nothing(Launch launch) {
        boolean hotSpot = launch.vm().isHotSpot();
        Missing missing = new Missing(
                hotSpot ? "its release" : "the behaviour of this VM",
                hotSpot ? Reason.NOT_PRESENT : Reason.NOT_SUPPORTED,
                launch.vm().version(),
                hotSpot ? "name it: --jdk 21.0.9" : "");
        return new Prediction(
                launch.vm(), Optional.empty(), "", List.of(), List.of(), List.of(), List.of(), List.of(missing));
    }
}
