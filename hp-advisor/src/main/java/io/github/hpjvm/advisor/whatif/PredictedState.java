package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A host with a JVM that was started anew, as the facts that rules read: what the plan changes and what the page model predicts,
 * and everything else as it is now.
 *
 * @param host the host with the changed settings
 * @param jvm the JVM with the changed arguments and limits; its heap has the predicted pages
 */
public record PredictedState(Host host, Jvm jvm) {
    private static final Source MODEL = Source.of("a start with these arguments, computed");
    private static final Bytes BASE_PAGE = Bytes.ofKiB(4);

    /**
     * The facts of the JVM and its host as they would be after a start with the changed arguments, without CPU time.
     *
     * @param present the JVM now; empty for one that does not run
     * @param applied a start with the changed arguments
     * @param prediction the prediction of that start
     */
    static PredictedState of(Optional<Jvm> present, Applied applied, Prediction prediction) {
        Launch then = applied.launch();
        Host host = applied.host();
        Jvm now = present.orElseGet(() -> notStarted(then));
        return new PredictedState(
                host,
                new Jvm(
                                now.pid(),
                                now.startTicks(),
                                now.user(),
                                now.commandLine(),
                                now.programArguments(),
                                now.environment(),
                                now.status(),
                                then.cgroup(),
                                now.sysfs(),
                                Fact.known(prediction.vm(), MODEL),
                                Fact.known(then.arguments(), MODEL),
                                Fact.known(then.finals(), MODEL),
                                regions(now, prediction, host),
                                now.hugetlb(),
                                Optional.empty())
                        .withMalloc(now.malloc()));
    }

    private static List<Region> regions(Jvm now, Prediction prediction, Host host) {
        List<Region> regions = new ArrayList<>();
        for (RegionName name : RegionName.values()) {
            regions.add(name == RegionName.HEAP ? heap(now.region(name), prediction, host) : now.region(name));
        }
        return regions;
    }

    /** The heap with as much resident memory as now, on the predicted pages. */
    private static Region heap(Region now, Prediction prediction, Host host) {
        Optional<RegionForecast> forecast = prediction.region(RegionName.HEAP);
        Optional<PageKind> kind = forecast.flatMap(RegionForecast::kind);
        if (kind.isEmpty()) {
            return Region.absent(RegionName.HEAP, new Fact.Absent<>(Reason.NOT_PRESENT, MODEL, ""));
        }
        Bytes resident = now.backing().known().map(Backing::residentMax).orElse(Bytes.ZERO);
        Bytes reserved = prediction.vm().maxHeap().orElse(resident).max(resident);
        Bytes basePage = host.basePage().known().orElse(BASE_PAGE);
        Pages pages = kind.get() == PageKind.BASE || kind.get() == PageKind.MIXED
                ? Pages.exactly(PageKind.BASE, basePage, resident)
                : Pages.exactly(kind.get(), forecast.get().pageSize(), resident);
        return new Region(
                RegionName.HEAP,
                now.location(),
                Fact.known(new Backing(reserved, List.of(pages)), MODEL),
                Optional.empty(),
                Optional.empty());
    }

    /** A JVM that has touched no memory yet. */
    private static Jvm notStarted(Launch launch) {
        return new Jvm(
                0,
                0,
                "",
                Fact.absent(Reason.NOT_PRESENT, MODEL),
                Optional.empty(),
                Fact.absent(Reason.NOT_PRESENT, MODEL),
                Fact.known(new ProcStatus(Map.of("VmRSS", "0 kB")), MODEL),
                launch.cgroup(),
                Optional.empty(),
                Fact.known(launch.vm(), MODEL),
                Fact.known(launch.arguments(), MODEL),
                Fact.known(launch.finals(), MODEL),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
