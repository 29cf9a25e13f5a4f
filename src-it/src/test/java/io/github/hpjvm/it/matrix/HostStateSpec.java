package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.ThpExclusion;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * A state that the host has while a JVM runs. Its text names only what differs from {@link #PLAIN}, such as {@code
 * enabled=always,pool=600}.
 *
 * @param enabled the mode in {@code transparent_hugepage/enabled}
 * @param enabled2m the value of {@code hugepages-2048kB/enabled}
 * @param shmem the value of {@code shmem_enabled}
 * @param shmem2m the value of {@code hugepages-2048kB/shmem_enabled}
 * @param defrag the value of {@code defrag}
 * @param pool pages of 2 MiB
 * @param overcommit how many more of them there may be
 * @param gigantic pages of 1 GiB
 * @param max the limit of the control group for pages of 2 MiB that are touched
 * @param reservedMax the same for reserved pages
 * @param memoryMiB the limit of the control group for memory
 * @param cpus the limit of the control group for processor time, in thousandths of a processor
 * @param prctl exclusion of the JVM by {@code prctl(PR_SET_THP_DISABLE)}: none, disable, or except_advised (since 6.18)
 */
public record HostStateSpec(
        String enabled,
        String enabled2m,
        String shmem,
        String shmem2m,
        String defrag,
        long pool,
        long overcommit,
        long gigantic,
        OptionalLong max,
        OptionalLong reservedMax,
        OptionalLong memoryMiB,
        OptionalLong cpus,
        ThpExclusion prctl)
        implements Comparable<HostStateSpec> {

    /** The settings of a kernel that is not configured, without a pool. */
    public static final HostStateSpec PLAIN = parse("");

    public HostStateSpec {
        Objects.requireNonNull(enabled, "enabled");
        Objects.requireNonNull(enabled2m, "enabled2m");
        Objects.requireNonNull(shmem, "shmem");
        Objects.requireNonNull(shmem2m, "shmem2m");
        Objects.requireNonNull(defrag, "defrag");
    }

    /**
     * Parses the text that {@link #toString} writes; a setting that is not named is as in {@link #PLAIN}.
     *
     * @throws IllegalArgumentException for an unknown name
     */
    public static HostStateSpec parse(String text) {
        Map<String, String> words = new TreeMap<>();
        for (String word : text.isBlank() ? new String[0] : text.strip().split(",")) {
            String[] parts = word.split("=", 2);
            if (parts.length != 2 || !plain().containsKey(parts[0])) {
                throw new IllegalArgumentException("not a part of a host's state: '" + word + "'");
            }
            words.put(parts[0], parts[1]);
        }
        Map<String, String> all = plain();
        all.putAll(words);
        return new HostStateSpec(
                all.get("enabled"),
                all.get("enabled2m"),
                all.get("shmem"),
                all.get("shmem2m"),
                all.get("defrag"),
                Long.parseLong(all.get("pool")),
                Long.parseLong(all.get("overcommit")),
                Long.parseLong(all.get("gigantic")),
                limit(all.get("max")),
                limit(all.get("rsvd")),
                limit(all.get("memory")),
                limit(all.get("cpus")),
                exclusion(all.get("prctl")));
    }

    private static ThpExclusion exclusion(String word) {
        return switch (word) {
            case "none" -> ThpExclusion.NONE;
            case "except_advised" -> ThpExclusion.EXCEPT_ADVISED;
            case "disable" -> ThpExclusion.ALL;
            default -> throw new IllegalArgumentException("not a use of prctl: '" + word + "'");
        };
    }

    /** Returns whether a value is the behaviour of a kernel without such a file. */
    static boolean isPlain(String value) {
        return plain().containsValue(value);
    }

    /** Returns a copy with changes, written as {@link #toString} writes them. */
    public HostStateSpec with(String changes) {
        String text = this.toString();
        return parse(text.isEmpty() ? changes : text + "," + changes);
    }

    /** Returns whether the JVM has to be in a control group of its own. */
    public boolean grouped() {
        return max.isPresent() || reservedMax.isPresent() || memoryMiB.isPresent() || cpus.isPresent();
    }

    @Override
    public String toString() {
        Map<String, String> words = words();
        plain().forEach((name, value) -> words.remove(name, value));
        StringBuilder text = new StringBuilder();
        words.forEach((name, value) ->
                text.append(text.isEmpty() ? "" : ",").append(name).append('=').append(value));
        return text.toString();
    }

    /** Orders equal states beside each other. */
    @Override
    public int compareTo(HostStateSpec other) {
        return words().toString().compareTo(other.words().toString());
    }

    private Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("enabled", enabled);
        words.put("enabled2m", enabled2m);
        words.put("shmem", shmem);
        words.put("shmem2m", shmem2m);
        words.put("defrag", defrag);
        words.put("pool", Long.toString(pool));
        words.put("overcommit", Long.toString(overcommit));
        words.put("gigantic", Long.toString(gigantic));
        words.put("max", text(max));
        words.put("rsvd", text(reservedMax));
        words.put("memory", text(memoryMiB));
        words.put("cpus", text(cpus));
        words.put(
                "prctl",
                switch (prctl) {
                    case NONE -> "none";
                    case EXCEPT_ADVISED -> "except_advised";
                    case ALL -> "disable";
                });
        return words;
    }

    private static Map<String, String> plain() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put("enabled", "madvise");
        words.put("enabled2m", "inherit");
        words.put("shmem", "never");
        words.put("shmem2m", "inherit");
        words.put("defrag", "madvise");
        words.put("pool", "0");
        words.put("overcommit", "0");
        words.put("gigantic", "0");
        words.put("max", "none");
        words.put("rsvd", "none");
        words.put("memory", "none");
        words.put("cpus", "none");
        words.put("prctl", "none");
        return words;
    }

    private static OptionalLong limit(String text) {
        return text.equals("none") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
    }

    private static String text(OptionalLong limit) {
        return limit.isPresent() ? Long.toString(limit.getAsLong()) : "none";
    }
}
