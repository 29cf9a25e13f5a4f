package io.github.hpjvm.cli.watch;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.json.WatchJson;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.HostReading;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * One reading as lines of JSON.
 *
 * @param targets the JVMs
 * @param interval the present interval
 * @param share share of one CPU that hp-cli uses; empty if not known yet
 * @param host the host
 */
record WatchLines(
        Instant now,
        HostReading reading,
        Map<Long, WatchTarget> targets,
        Duration interval,
        Optional<Double> share,
        HostIdentity host) {

    /**
     * Returns a line for each of these JVMs, which are among those that are watched.
     *
     * @param deltas increases of the counters of the host
     * @param alerts the alerts of each JVM
     */
    String of(Collection<Long> pids, Map<String, Long> deltas, Map<Long, List<Alert>> alerts) {
        StringBuilder lines = new StringBuilder();
        for (long pid : pids) {
            WatchTarget target = Objects.requireNonNull(targets.get(pid), "a JVM that is watched");
            lines.append(WatchJson.write(new WatchJson.Line(
                    now,
                    pid,
                    target.regions(),
                    HostReading.events(deltas),
                    reading.pools(),
                    alerts.getOrDefault(pid, List.of()),
                    interval.toMillis() / 1000.0,
                    share,
                    host,
                    RecordedJvm.of(target.facts()))));
        }
        return lines.toString();
    }
}
