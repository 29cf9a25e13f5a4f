package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.RegionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One reading of all watched JVMs, as it is shown.
 *
 * @param time its time
 * @param jvms the JVMs
 * @param deltas increases of the host's counters since the last reading
 * @param pools the hugetlb pools
 * @param alerts the latest alerts, the oldest first
 * @param interval the requested interval
 * @param effective the interval that the cost permits
 * @param cpuShare share of one CPU that hp-cli uses; empty if not known yet
 * @param mostShare the bound of that share
 */
public record WatchedText(
        Instant time,
        List<JvmText> jvms,
        Map<String, Long> deltas,
        List<HugePool> pools,
        List<Alert> alerts,
        Duration interval,
        Duration effective,
        Optional<Double> cpuShare,
        double mostShare) {

    /**
     * One JVM.
     *
     * @param title its release, collector and main class
     * @param regions its regions
     * @param trails coverage of each region over the last readings, the oldest first; NaN if unknown
     * @param unknown why its heap is not known; empty if it is
     */
    public record JvmText(
            long pid,
            String title,
            List<RegionReading> regions,
            Map<RegionName, List<Double>> trails,
            Optional<String> unknown) {}
}
