package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The host's memory ({@code /proc/meminfo}, Documentation/filesystems/proc.rst).
 *
 * @param sizes by name, such as {@code MemAvailable}, in the order of the kernel. Lines that count pages
 *     ({@code HugePages_*}) are left out: {@link HugePool} has them
 */
public record Memory(Map<String, Bytes> sizes) {

    public Memory {
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(sizes));
    }

    /** The size of that name; empty if this kernel does not print it. */
    public Optional<Bytes> size(String name) {
        return Optional.ofNullable(sizes.get(name));
    }

    /** The size of a hugetlb page that a process gets if it names none; empty on a kernel without hugetlb. */
    public Optional<Bytes> defaultHugePage() {
        return size("Hugepagesize").filter(size -> !size.isZero());
    }

    /** The memory that PMDs map in all processes: anonymous, shmem and files. A size that the kernel does not print is zero. */
    public Bytes mappedThp() {
        return size("AnonHugePages")
                .orElse(Bytes.ZERO)
                .plus(size("ShmemPmdMapped").orElse(Bytes.ZERO))
                .plus(size("FilePmdMapped").orElse(Bytes.ZERO));
    }
}
