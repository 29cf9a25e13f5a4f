package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import io.github.hpjvm.os.text.Words;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The fields of {@code /proc/PID/status} (Documentation/filesystems/proc.rst), by name, their text trimmed. A field
 * that this kernel or this process does not have is empty, never zero: a kernel thread has no memory fields.
 *
 * @param fields by name, such as {@code VmRSS} to {@code 1668 kB}
 */
public record ProcStatus(Map<String, String> fields) {

    /** A mask of 8192 processors, in groups of eight digits. */
    private static final int LONGEST = 2304;

    public ProcStatus {
        Map<String, String> clean = new LinkedHashMap<>();
        fields.forEach((name, value) -> clean.put(Visible.name(name, LONGEST), Visible.fields(value, LONGEST)));
        fields = Collections.unmodifiableMap(clean);
    }

    public Optional<String> field(String name) {
        return Optional.ofNullable(fields.get(name));
    }

    /** The command's name, at most 15 characters, as the kernel escapes it. */
    public Optional<String> name() {
        return field("Name");
    }

    /** The effective user ID, which the JVM compares when a process attaches. */
    public OptionalLong uid() {
        List<String> ids = Words.of(field("Uid").orElse(""));
        return ids.size() < 2 ? OptionalLong.empty() : number(ids.get(1));
    }

    /** The groups that the kernel checks when the process opens a file: the file system group and the supplementary groups. */
    public Set<Long> groups() {
        Set<Long> groups = new HashSet<>();
        List<String> ids = Words.of(field("Gid").orElse(""));
        if (!ids.isEmpty()) {
            number(ids.get(ids.size() - 1)).ifPresent(groups::add);
        }
        for (String id : Words.of(field("Groups").orElse(""))) {
            number(id).ifPresent(groups::add);
        }
        return groups;
    }

    /** Its effective capabilities, a bit for each ({@code CapEff}). */
    public Optional<Long> capabilities() {
        try {
            return field("CapEff").map(hex -> Long.parseUnsignedLong(hex, 16));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** Resident memory. Pages of hugetlb pools are not in it: see {@link #hugetlb()}. */
    public Optional<Bytes> rss() {
        return size("VmRSS");
    }

    /** Memory mapped from hugetlb pools; counted once per mapping. */
    public Optional<Bytes> hugetlb() {
        return size("HugetlbPages");
    }

    /** The memory that page tables take. */
    public Optional<Bytes> pageTables() {
        return size("VmPTE");
    }

    /**
     * Returns whether the process may have transparent huge pages: false under {@code prctl(PR_SET_THP_DISABLE)}. Empty
     * on kernels that do not print it (before 5.0). Still true under PR_THP_DISABLE_EXCEPT_ADVISED of 6.18: see {@link
     * ThpExclusion}.
     */
    public Optional<Boolean> thpEnabled() {
        return field("THP_enabled").map("1"::equals);
    }

    /**
     * The number of processors that the process may run on ({@code Cpus_allowed_list}, such as {@code 0-3,8}), online or not;
     * empty if the field is missing or malformed.
     */
    public Optional<Integer> allowedProcessors() {
        return field("Cpus_allowed_list").flatMap(RangeList::parse).map(RangeList::count);
    }

    /** The NUMA nodes whose memory the process may use ({@code Mems_allowed_list}); empty if the field is missing or malformed. */
    public Optional<RangeList> allowedNodes() {
        return field("Mems_allowed_list").flatMap(RangeList::parse);
    }

    /** Returns whether the process has ended and waits for its parent: it has no memory any more. */
    public boolean isZombie() {
        return field("State").map(s -> s.startsWith("Z") || s.startsWith("X")).orElse(false);
    }

    /** A field that the kernel prints in kB; empty if it is missing or not such a number. */
    public Optional<Bytes> size(String name) {
        String text = fields.getOrDefault(name, "");
        if (!text.endsWith(" kB")) {
            return Optional.empty();
        }
        OptionalLong kib = number(text.substring(0, text.length() - 3).strip());
        return kib.isPresent() && kib.getAsLong() <= Long.MAX_VALUE >> 10
                ? Optional.of(Bytes.ofKiB(kib.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong number(String digits) {
        try {
            long value = Long.parseLong(digits);
            return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the process of which this is a thread: the line Tgid, if it is another number. The folder of a thread exists
     * in /proc although /proc does not list it.
     *
     * @param number the number under which the status was read
     */
    public Optional<Long> threadOf(long number) {
        try {
            return field("Tgid").map(String::strip).map(Long::parseLong).filter(tgid -> tgid != number);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
