package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.PoolReadings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.watch.Recording;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the pools of a host from the output of {@code hp-cli watch --format json}: lines of {@link WatchJson}. */
public final class WatchRecordingJson {
    /** The start of a line. Lines that older versions of hp-cli wrote begin with the time. */
    private static final List<String> STARTS = List.of("{\"schemaVersion\":1,\"time\":", "{\"time\":");

    private WatchRecordingJson() {}

    /** Returns whether the first line of a text is a line of {@code hp-cli watch}. */
    public static boolean begins(String text) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        if (STARTS.stream().noneMatch(line::startsWith)) {
            return false;
        }
        try {
            return JsonText.read(line) instanceof Map<?, ?> root && root.containsKey("pools");
        } catch (JsonFormatException e) {
            return false;
        }
    }

    /**
     * Reads a recording. A last line without a newline is ignored if it is incomplete: hp-cli may still write it.
     *
     * @throws JsonFormatException in one line, if a line is damaged or the lines are of several hosts
     */
    public static Recording read(String text) {
        Optional<Recording> all = Optional.empty();
        int start = 0;
        for (int number = 1; start < text.length(); number++) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            try {
                Recording one = line(text.substring(start, end));
                all = Optional.of(all.isEmpty() ? one : both(all.get(), one));
            } catch (JsonFormatException e) {
                boolean cut = newline < 0 && all.isPresent();
                if (!cut) {
                    throw new JsonFormatException("line " + number + ": " + e.getMessage(), e);
                }
            }
            start = end + 1;
        }
        return all.orElseThrow(() -> new JsonFormatException("the recording is empty"));
    }

    private static Recording both(Recording one, Recording other) {
        if (!one.host().equals(other.host())) {
            throw new JsonFormatException(
                    "the line is from another host than the line before: kernel or memory differ");
        }
        return new Recording(one.host(), one.pools().with(other.pools()));
    }

    /**
     * Reads one line.
     *
     * @throws JsonFormatException in one line, if it is damaged
     */
    public static Recording line(String text) {
        if (!(JsonText.read(text) instanceof Map<?, ?> root)
                || !(root.get("time") instanceof String)
                || !(root.get("pools") instanceof List<?> pools)) {
            throw new JsonFormatException("not a line of hp-cli watch: it has no time or no pools");
        }
        if (!(root.get("host") instanceof Map<?, ?> host)) {
            throw new JsonFormatException("the host is missing: record it again with this version of hp-cli");
        }
        List<HugePool> all = new ArrayList<>();
        for (Object pool : pools) {
            all.add(pool(pool));
        }
        return new Recording(host(host), PoolReadings.at(time(root, "time"), false, all));
    }

    static HostIdentity host(Map<?, ?> host) {
        return new HostIdentity(
                host.get("kernel") instanceof String kernel ? Optional.of(kernel) : Optional.empty(),
                host.get("memoryBytes") instanceof Long bytes ? Optional.of(bytes(bytes)) : Optional.empty());
    }

    static Instant time(Map<?, ?> object, String name) {
        String time = String.valueOf(object.get(name));
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException e) {
            throw new JsonFormatException("not a time: " + time, e);
        }
    }

    private static HugePool pool(Object value) {
        if (!(value instanceof Map<?, ?> pool)) {
            throw new JsonFormatException("a pool is not an object");
        }
        try {
            return new HugePool(
                    bytes(number(pool, "pageBytes")),
                    number(pool, "total"),
                    number(pool, "free"),
                    number(pool, "reserved"),
                    number(pool, "surplus"),
                    0);
        } catch (IllegalArgumentException e) {
            throw new JsonFormatException(String.valueOf(e.getMessage()), e);
        }
    }

    private static long number(Map<?, ?> pool, String name) {
        if (pool.get(name) instanceof Long number) {
            return number;
        }
        throw new JsonFormatException("a pool has no number " + name);
    }

    static Bytes bytes(long number) {
        if (number < 0) {
            throw new JsonFormatException("a size cannot be negative: " + number);
        }
        return Bytes.of(number);
    }
}
