package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Foretells what a HotSpot JVM of 8 or newer does with huge pages on a host: which pages each region gets, when and
 * why, what that takes out of each pool, what the JVM says about it, whether it starts at all, and what can go wrong
 * later. Pure: the same launch and host give the same prediction. What depends on something that is not known is said
 * to be unknown.
 */
public final class PageModel {

    private static final int OLDEST = 8;

    private PageModel() {}

    /**
     * What that JVM will do on that host.
     *
     * @return a prediction that knows nothing but the reason if the VM is no HotSpot or its release is not known
     */
    public static Prediction predict(Launch launch, Host host) {
        Optional<JavaVersion> version = launch.vm().release().filter(known -> known.feature() >= OLDEST);
        if (!launch.vm().isHotSpot() || version.isEmpty()) {
            return nothing(launch);
        }
        return predict(launch, host, version.get(), launch.flags());
    }

    static Prediction predict(Launch launch, Host host, JavaVersion version, FlagSettings flags) {
        StartUp startUp = new StartUp(launch, host, version, flags);
        CollectorChoice choice = startUp.choice();
        Start start = startUp.start(choice.collector());
        Refusals refusals = new Refusals(start);
        List<PoolForecast> pools = new PoolForecasts(start).forecasts();
        Optional<String> refusal = flags.refusal().or(choice::refusal).or(refusals::first);
        if (refusal.isPresent()) {
            boolean surely = flags.unknowns().isEmpty() || flags.refusal().isPresent();
            return new Prediction(
                    flags.refusal().isPresent() ? launch.vm() : identity(start),
                    surely ? Optional.of(false) : Optional.empty(),
                    refusal.get(),
                    List.of(),
                    flags.refusal().isPresent() ? List.of() : pools,
                    flags.refusal().or(choice::refusal).isPresent()
                            ? Warning.of(flags.warnings())
                            : warnings(start, refusals),
                    List.of(),
                    unknowns(start));
        }
        RegionForecast heap = start.isZ() ? new ZHeapForecast(start).forecast() : new HeapForecast(start).forecast();
        List<RegionForecast> regions = new ArrayList<>(List.of(heap, new CodeForecast(start).forecast()));
        regions.addAll(new OtherForecasts(start).forecasts());
        boolean perhapsNot = !flags.unknowns().isEmpty() || refusals.perhaps();
        return new Prediction(
                identity(start),
                perhapsNot ? Optional.empty() : Optional.of(true),
                "",
                regions,
                pools,
                new StartWarnings(start).all(),
                new Risks(start, pools, heap).all(),
                unknowns(start));
    }

    /** What one that refuses has said before. */
    private static List<Warning> warnings(Start start, Refusals refusals) {
        StartWarnings warnings = new StartWarnings(start);
        return refusals.beforeReservations().isPresent() ? warnings.early() : warnings.all();
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

    /** What was missing and made a difference. */
    private static List<Missing> unknowns(Start start) {
        List<Missing> unknowns = new ArrayList<>(start.flags().unknowns());
        unknowns.addAll(start.large().unknowns());
        boolean sized = start.collector().isPresent() && start.heap().isPresent();
        if (!sized || start.heap().get().initial().isEmpty()) {
            unknowns.addAll(start.machine().unknowns());
        }
        if (start.collector().isEmpty() && unknowns.isEmpty()) {
            unknowns.add(new Missing("the collector", Reason.NOT_PRESENT, "arguments", "name one: -XX:+UseG1GC"));
        }
        if (start.kernel().anonymous().isEmpty()) {
            unknowns.add(Machine.missing(
                    "the policy for transparent huge pages", start.host().thp()));
        }
        return unknowns.stream().distinct().toList();
    }

    private static Prediction nothing(Launch launch) {
        boolean hotSpot = launch.vm().isHotSpot();
        Missing missing = new Missing(
                hotSpot ? "its release" : "what this VM does with huge pages",
                hotSpot ? Reason.NOT_PRESENT : Reason.NOT_SUPPORTED,
                launch.vm().version(),
                hotSpot ? "name it: --jdk 21.0.9" : "");
        return new Prediction(
                launch.vm(), Optional.empty(), "", List.of(), List.of(), List.of(), List.of(), List.of(missing));
    }
}
