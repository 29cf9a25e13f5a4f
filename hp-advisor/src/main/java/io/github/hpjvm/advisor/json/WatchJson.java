package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.RegionReading;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes one reading of one JVM as one line of JSON. Sizes are in bytes, and an unknown value is null. */
public final class WatchJson {
    private static final int SCHEMA_VERSION = 1;

    private static final double DEVIATIONS = 2;

    private WatchJson() {}

    /**
     * A reading.
     *
     * @param time time of the reading
     * @param pid the process
     * @param regions the regions that were read, or kept from the last time they were
     * @param events increases of the host's counters since the last reading
     * @param pools the hugetlb pools of the host
     * @param alerts the alerts of this reading
     * @param intervalSeconds the present interval
     * @param cpuShare share of one CPU that hp-cli uses; empty if not known yet
     * @param host the host, by which {@link WatchRecordingJson} recognizes it
     * @param jvm the process, by which {@link RecordedReadingJson} recognizes it
     */
    public record Line(
            Instant time,
            long pid,
            List<RegionReading> regions,
            Map<String, Long> events,
            List<HugePool> pools,
            List<Alert> alerts,
            double intervalSeconds,
            Optional<Double> cpuShare,
            HostIdentity host,
            RecordedJvm jvm) {}

    /** The line, which ends in a newline. */
    public static String write(Line line) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put("time", line.time().truncatedTo(ChronoUnit.MILLIS).toString());
        root.put("pid", line.pid());
        root.put("regions", line.regions().stream().map(WatchJson::region).toList());
        root.put("events", new LinkedHashMap<>(line.events()));
        root.put("pools", line.pools().stream().map(WatchJson::pool).toList());
        root.put("alerts", line.alerts().stream().map(WatchJson::alert).toList());
        root.put("intervalSeconds", line.intervalSeconds());
        root.put("cpuShare", line.cpuShare().orElse(null));
        root.put("host", host(line.host()));
        root.put("jvm", jvm(line.jvm()));
        return JsonText.writeLine(root);
    }

    private static Map<String, Object> region(RegionReading region) {
        Backing backing = region.backing();
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("name", region.name().toString());
        object.put(
                "residentBytes",
                backing.residentMin().equals(backing.residentMax())
                        ? backing.residentMin().value()
                        : null);
        object.put("hugetlbBytes", region.hugetlb().value());
        Double coverage = backing.coverage().isPresent() ? backing.coverage().getAsDouble() : null;
        object.put("coverage", coverage);
        object.put("coverageBounds", bounds(region));
        object.put("estimate", region.isEstimate());
        List<Object> pages = new ArrayList<>();
        for (Pages one : backing.pages()) {
            if (one.exact()) {
                pages.add(AdviceJson.pages(one));
            }
        }
        object.put("backing", pages);
        if (backing.hasSmallThp()) {
            object.put("bySize", backing.pages().stream().map(AdviceJson::size).toList());
        }
        return object;
    }

    private static @Nullable Object bounds(RegionReading region) {
        Backing backing = region.backing();
        if (backing.coverageMin().isEmpty() || backing.coverage().isPresent() && !region.isEstimate()) {
            return null;
        }
        double error = DEVIATIONS * region.standardError();
        return new ArrayList<Object>(List.of(
                Math.max(0, backing.coverageMin().getAsDouble() - error),
                Math.min(1, backing.coverageMax().getAsDouble() + error)));
    }

    private static Map<String, Object> host(HostIdentity host) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("kernel", host.kernel().orElse(null));
        object.put("memoryBytes", host.memory().map(Bytes::value).orElse(null));
        return object;
    }

    private static Map<String, Object> jvm(RecordedJvm jvm) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("startTicks", jvm.startTicks());
        object.put("user", jvm.user());
        object.put("main", jvm.main());
        return object;
    }

    private static Map<String, Object> pool(HugePool pool) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("pageBytes", pool.pageSize().value());
        object.put("total", pool.total());
        object.put("free", pool.free());
        object.put("reserved", pool.reserved());
        object.put("surplus", pool.surplus());
        return object;
    }

    private static Map<String, Object> alert(Alert alert) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("time", alert.time().truncatedTo(ChronoUnit.MILLIS).toString());
        object.put("kind", alert.kind().name());
        object.put("region", alert.region().toString());
        object.put("was", alert.was().isPresent() ? alert.was().getAsDouble() : null);
        object.put("coverage", Double.isNaN(alert.coverage()) ? null : alert.coverage());
        object.put("bytes", alert.bytes().value());
        object.put("since", alert.since().truncatedTo(ChronoUnit.MILLIS).toString());
        object.put("cause", alert.cause().name());
        object.put("text", alert.text());
        object.put(
                "evidence", alert.evidence().stream().map(AdviceJson::evidence).toList());
        return object;
    }
}
