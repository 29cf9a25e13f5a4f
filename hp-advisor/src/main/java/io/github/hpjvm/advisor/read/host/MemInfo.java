package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.proc.Fields;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The host's memory: {@code /proc/meminfo} (Documentation/filesystems/proc.rst). */
public final class MemInfo {

    private MemInfo() {}

    /** Returns the kernel's sizes of memory; a container sees its host's. */
    public static Fact<Map<String, Bytes>> read(Path procRoot) {
        return TextFile.read(procRoot.resolve("meminfo"), MemInfo::parse);
    }

    /**
     * Parses the sizes by name, such as {@code MemAvailable}: the lines in kB, in their order. Lines that count pages,
     * such as {@code HugePages_Total}, are left out; {@link HugePools} has them.
     *
     * @throws MalformedTextException if a line has no colon, or a number is none or too large for a size in bytes
     */
    public static Map<String, Bytes> parse(String text) {
        Map<String, Bytes> sizes = new LinkedHashMap<>();
        Fields.parse(text).forEach((name, value) -> {
            if (value.endsWith(" kB")) {
                sizes.put(name, size(name, value));
            }
        });
        return Collections.unmodifiableMap(sizes);
    }

    /**
     * Parses the pool of the default size, without its overcommit; empty if a line is missing.
     *
     * @throws MalformedTextException if a line has no colon, or a number is none
     */
    public static Optional<HugePool> pool(String text) {
        Map<String, String> fields = Fields.parse(text);
        Optional<Bytes> size =
                Optional.ofNullable(parse(text).get("Hugepagesize")).filter(bytes -> !bytes.isZero());
        if (size.isEmpty() || !fields.containsKey("HugePages_Total") || !fields.containsKey("HugePages_Free")) {
            return Optional.empty();
        }
        return Optional.of(new HugePool(
                size.get(),
                Choice.number(fields.get("HugePages_Total")),
                Choice.number(fields.get("HugePages_Free")),
                Choice.number(fields.getOrDefault("HugePages_Rsvd", "0")),
                Choice.number(fields.getOrDefault("HugePages_Surp", "0")),
                0));
    }

    /**
     * Returns the page size of all pools that have pages; empty if pools of two sizes have some, or none has. {@code Hugetlb}
     * is the memory of the pools of all sizes (kernel 4.18, {@code hugetlb_report_meminfo} in mm/hugetlb.c).
     */
    public static Optional<Bytes> onlyPoolSize(Path procRoot) {
        return TextFile.read(procRoot.resolve("meminfo"), MemInfo::onlyPoolSize)
                .known()
                .flatMap(size -> size);
    }

    /**
     * Parses the page size of all pools that have pages.
     *
     * @throws MalformedTextException if a line has no colon, or a number is none
     */
    static Optional<Bytes> onlyPoolSize(String text) {
        Optional<Bytes> all = Optional.ofNullable(parse(text).get("Hugetlb")).filter(bytes -> !bytes.isZero());
        return pool(text)
                .filter(pool ->
                        all.isPresent() && pool.pageSize().times(pool.total()).equals(all.get()))
                .map(HugePool::pageSize);
    }

    private static Bytes size(String name, String value) {
        try {
            return Bytes.ofKiB(
                    Long.parseLong(value.substring(0, value.length() - 3).strip()));
        } catch (IllegalArgumentException e) {
            throw new MalformedTextException("not a size", name + ": " + value);
        }
    }
}
