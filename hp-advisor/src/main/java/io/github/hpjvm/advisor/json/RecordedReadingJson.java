package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.Alert;
import io.github.hpjvm.advisor.watch.Cause;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import io.github.hpjvm.advisor.watch.RecordedReading;
import io.github.hpjvm.os.text.Visible;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Reads one reading of one JVM from a line of {@link WatchJson}. */
public final class RecordedReadingJson {
    private static final long USUAL_HUGE_PAGE = 2 << 20;
    private static final int LONGEST = 500;
    private static final int MOST_COUNTERS = 1000;
    private static final int MOST_ALERTS = 100;

    private RecordedReadingJson() {}

    /**
     * Returns whether a line may be of a process, or of another that runs the same program. This takes a hundredth of the
     * time of reading it.
     */
    public static boolean mayBeOf(String line, long pid, String main) {
        return line.contains("\"pid\":" + pid + ",")
                || !main.isEmpty()
                        && line.contains("\"main\":" + JsonText.writeLine(main).strip());
    }

    /**
     * Reads a line.
     *
     * @throws JsonFormatException in one line, if it is damaged
     */
    public static RecordedReading read(String line) {
        if (!(JsonText.read(line) instanceof Map<?, ?> root)
                || !(root.get("pid") instanceof Long pid)
                || !(root.get("regions") instanceof List<?> regions)) {
            throw new JsonFormatException("not a line of hp-cli watch: it has no pid or no regions");
        }
        Instant time = WatchRecordingJson.time(root, "time");
        try {
            return new RecordedReading(
                    time,
                    pid,
                    root.get("jvm") instanceof Map<?, ?> jvm ? Optional.of(jvm(jvm)) : Optional.empty(),
                    root.get("host") instanceof Map<?, ?> host
                            ? WatchRecordingJson.host(host)
                            : new HostIdentity(Optional.empty(), Optional.empty()),
                    heap(regions),
                    events(root.get("events")),
                    alerts(root.get("alerts"), pid, time));
        } catch (IllegalArgumentException e) {
            throw new JsonFormatException(String.valueOf(e.getMessage()), e);
        }
    }

    private static RecordedJvm jvm(Map<?, ?> jvm) {
        return new RecordedJvm(
                jvm.get("startTicks") instanceof Long ticks ? ticks : 0, text(jvm, "user"), text(jvm, "main"));
    }

    private static Optional<RecordedReading.Heap> heap(List<?> regions) {
        for (Object each : regions) {
            if (each instanceof Map<?, ?> region
                    && RegionName.HEAP.toString().equals(region.get("name"))
                    && region.get("residentBytes") instanceof Long resident) {
                OptionalDouble coverage = number(region.get("coverage"));
                if (coverage.isPresent()) {
                    double share = coverage.getAsDouble();
                    return Optional.of(new RecordedReading.Heap(
                            WatchRecordingJson.bytes(resident), share, most(region, share), hugePage(region)));
                }
            }
        }
        return Optional.empty();
    }

    private static double most(Map<?, ?> region, double share) {
        return region.get("coverageBounds") instanceof List<?> bounds && bounds.size() == 2
                ? Math.max(share, number(bounds.get(1)).orElse(share))
                : share;
    }

    private static Bytes hugePage(Map<?, ?> region) {
        long size = 0;
        if (region.get("backing") instanceof List<?> backing) {
            for (Object each : backing) {
                if (each instanceof Map<?, ?> pages
                        && "THP".equals(pages.get("kind"))
                        && pages.get("pageBytes") instanceof Long bytes) {
                    size = Math.max(size, bytes);
                }
            }
        }
        return Bytes.of(size > 0 ? size : USUAL_HUGE_PAGE);
    }

    private static Map<String, Long> events(@Nullable Object value) {
        Map<String, Long> events = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> counters) {
            counters.forEach((name, delta) -> {
                if (delta instanceof Long number && number >= 0 && events.size() < MOST_COUNTERS) {
                    events.put(Visible.name((String) name, LONGEST), number);
                }
            });
        }
        return events;
    }

    private static List<Alert> alerts(@Nullable Object value, long pid, Instant time) {
        List<Alert> alerts = new ArrayList<>();
        if (value instanceof List<?> all) {
            for (Object each : all) {
                if (each instanceof Map<?, ?> alert && alerts.size() < MOST_ALERTS) {
                    alert(alert, pid, time).ifPresent(alerts::add);
                }
            }
        }
        return alerts;
    }

    /** An alert; empty if a newer version has a kind, a region or a cause that this one does not know. */
    private static Optional<Alert> alert(Map<?, ?> alert, long pid, Instant time) {
        Optional<Alert.Kind> kind = constant(Alert.Kind.values(), alert.get("kind"));
        Optional<Cause> cause = constant(Cause.values(), alert.get("cause"));
        Optional<RegionName> region = Optional.empty();
        for (RegionName name : RegionName.values()) {
            region = name.toString().equals(alert.get("region")) ? Optional.of(name) : region;
        }
        if (kind.isEmpty() || cause.isEmpty() || region.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Alert(
                alert.containsKey("time") ? WatchRecordingJson.time(alert, "time") : time,
                pid,
                kind.get(),
                region.get(),
                number(alert.get("was")),
                number(alert.get("coverage")).orElse(Double.NaN),
                alert.get("bytes") instanceof Long bytes ? WatchRecordingJson.bytes(bytes) : Bytes.ZERO,
                alert.containsKey("since") ? WatchRecordingJson.time(alert, "since") : time,
                cause.get(),
                text(alert, "text"),
                evidence(alert.get("evidence"))));
    }

    private static List<Evidence> evidence(@Nullable Object value) {
        List<Evidence> evidence = new ArrayList<>();
        if (value instanceof List<?> all) {
            for (Object each : all) {
                if (each instanceof Map<?, ?> fact && evidence.size() < MOST_ALERTS) {
                    evidence.add(new Evidence(text(fact, "fact"), text(fact, "value"), text(fact, "source")));
                }
            }
        }
        return evidence;
    }

    private static <T extends Enum<T>> Optional<T> constant(T[] constants, @Nullable Object name) {
        for (T one : constants) {
            if (one.name().equals(name)) {
                return Optional.of(one);
            }
        }
        return Optional.empty();
    }

    private static OptionalDouble number(@Nullable Object value) {
        return value instanceof Number number ? OptionalDouble.of(number.doubleValue()) : OptionalDouble.empty();
    }

    private static String text(Map<?, ?> map, String name) {
        return map.get(name) instanceof String text ? Visible.name(text, LONGEST) : "";
    }
}
