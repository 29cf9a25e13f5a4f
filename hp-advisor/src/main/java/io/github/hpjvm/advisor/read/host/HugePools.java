package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The hugetlb pools under {@code /sys/kernel/mm/hugepages} (Documentation/admin-guide/mm/hugetlbpage.rst). A
 * container sees those of its host.
 */
public final class HugePools {

    private static final String PREFIX = "hugepages-";
    private static final String SUFFIX = "kB";

    private HugePools() {}

    /**
     * Returns the pools of all page sizes that this kernel supports, the smallest first. A kernel without hugetlb is
     * NOT_PRESENT; a number that cannot be read makes the whole fact absent, under its own name.
     *
     * @param sysRoot {@code /sys}, or the one of a captured tree
     */
    public static Fact<List<HugePool>> read(Path sysRoot) {
        Path folder = sysRoot.resolve("kernel/mm/hugepages");
        Fact<List<String>> names = Folder.names(folder);
        List<HugePool> pools = new ArrayList<>();
        for (String name : names.known().orElse(List.of())) {
            if (!name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) {
                continue;
            }
            Fact<HugePool> pool = pool(folder.resolve(name));
            if (pool instanceof Fact.Absent<HugePool> absent) {
                return Fact.absent(absent.reason(), absent.source(), absent.grant());
            }
            pool.known().ifPresent(pools::add);
        }
        pools.sort((a, b) -> a.pageSize().compareTo(b.pageSize()));
        return names.flatMap(n -> Fact.known(List.copyOf(pools), Source.of(folder, excerpt(pools))));
    }

    private static Fact<HugePool> pool(Path folder) {
        Optional<Bytes> size = pageSize(String.valueOf(folder.getFileName()));
        if (size.isEmpty()) {
            return Fact.absent(Reason.MALFORMED, Source.of(folder, "not a page size"));
        }
        long most = Long.MAX_VALUE / Math.max(1, size.get().value());
        return number(folder, "nr_hugepages", most)
                .flatMap(total -> number(folder, "free_hugepages", most)
                        .flatMap(free -> number(folder, "resv_hugepages", most)
                                .flatMap(reserved -> number(folder, "surplus_hugepages", most)
                                        .flatMap(surplus -> number(folder, "nr_overcommit_hugepages", most)
                                                .map(over -> new HugePool(
                                                        size.get(), total, free, reserved, surplus, over))))));
    }

    /** Returns a number of pages; absent if a size could not hold so many. */
    private static Fact<Long> number(Path folder, String name, long most) {
        Path file = folder.resolve(name);
        return TextFile.read(file, Choice::number)
                .flatMap(pages -> pages <= most
                        ? Fact.known(pages, Source.of(file))
                        : Fact.absent(Reason.MALFORMED, Source.of(file, "too many pages: " + pages)));
    }

    /** Returns the page size in the name of a folder {@code hugepages-<size>kB}. */
    static Optional<Bytes> pageSize(String folderName) {
        if (!folderName.startsWith(PREFIX) || !folderName.endsWith(SUFFIX)) {
            return Optional.empty();
        }
        String digits = folderName.substring(PREFIX.length(), folderName.length() - SUFFIX.length());
        try {
            return Optional.of(Bytes.ofKiB(Choice.number(digits)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String excerpt(List<HugePool> pools) {
        StringBuilder b = new StringBuilder();
        for (HugePool p : pools) {
            b.append(b.isEmpty() ? "" : "\n")
                    .append(p.pageSize())
                    .append(": nr_hugepages=" + p.total())
                    .append(" free=" + p.free())
                    .append(" resv=" + p.reserved())
                    .append(" surplus=" + p.surplus())
                    .append(" overcommit=" + p.overcommit());
        }
        return b.toString();
    }
}
