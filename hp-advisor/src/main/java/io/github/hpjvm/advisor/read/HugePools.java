package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.Source;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
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
     * The pools of all page sizes that this kernel supports, the smallest first. A kernel without hugetlb is
     * NOT_PRESENT; a number that cannot be read makes the whole fact absent, under its own name.
     *
     * @param sysRoot {@code /sys}, or the one of a captured tree
     */
    public static Fact<List<HugePool>> read(Path sysRoot) {
        Path folder = sysRoot.resolve("kernel/mm/hugepages");
        List<HugePool> pools = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            for (Path entry : entries) {
                Fact<HugePool> pool = pool(entry);
                if (pool instanceof Fact.Absent<HugePool> absent) {
                    return Fact.absent(absent.reason(), absent.source(), absent.grant());
                }
                pool.known().ifPresent(pools::add);
            }
        } catch (DirectoryIteratorException e) {
            return absent(folder, e.getCause());
        } catch (IOException e) {
            return absent(folder, e);
        }
        pools.sort(Comparator.comparing(HugePool::pageSize));
        return Fact.known(List.copyOf(pools), Source.of(folder, excerpt(pools)));
    }

    private static Fact<HugePool> pool(Path folder) {
        Optional<Bytes> size = pageSize(String.valueOf(folder.getFileName()));
        if (size.isEmpty()) {
            return Fact.absent(Reason.MALFORMED, Source.of(folder, "not a page size"));
        }
        return number(folder, "nr_hugepages")
                .flatMap(total -> number(folder, "free_hugepages")
                        .flatMap(free -> number(folder, "resv_hugepages")
                                .flatMap(reserved -> number(folder, "surplus_hugepages")
                                        .flatMap(surplus -> number(folder, "nr_overcommit_hugepages")
                                                .map(over -> new HugePool(
                                                        size.get(), total, free, reserved, surplus, over))))));
    }

    private static Fact<Long> number(Path folder, String name) {
        return TextFile.read(folder.resolve(name), Choice::number);
    }

    private static Optional<Bytes> pageSize(String folderName) {
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

    private static Fact<List<HugePool>> absent(Path folder, IOException e) {
        if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(folder));
        }
        Source source = Source.of(folder, String.valueOf(e.getMessage()));
        return e instanceof AccessDeniedException
                ? Fact.absent(Reason.DENIED, source, "run as a user who may list " + folder)
                : Fact.absent(Reason.MALFORMED, source);
    }
}
