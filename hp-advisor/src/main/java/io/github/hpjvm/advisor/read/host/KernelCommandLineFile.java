package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.BootPool;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.KernelCommandLine;
import io.github.hpjvm.advisor.facts.KernelCommandLine.Argument;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The arguments that the kernel was booted with: {@code /proc/cmdline}
 * (Documentation/admin-guide/kernel-parameters.txt).
 */
public final class KernelCommandLineFile {

    private static final Set<String> NAMES = Set.of(
            "transparent_hugepage",
            "transparent_hugepage_shmem",
            "transparent_hugepage_tmpfs",
            "thp_anon",
            "thp_shmem",
            "default_hugepagesz",
            "hugepagesz",
            "hugepages",
            "hugetlb_cma",
            "hugetlb_cma_only",
            "hugetlb_free_vmemmap",
            "hugetext",
            "cgroup_disable",
            "cgroup_no_v1",
            "systemd.unified_cgroup_hierarchy",
            "numa",
            "psi",
            "page_reporting.page_reporting_order");

    private KernelCommandLineFile() {}

    /** Returns the arguments that matter for huge pages. A container sees those of its host. */
    public static Fact<KernelCommandLine> read(Path procRoot) {
        return TextFile.read(procRoot.resolve("cmdline"), KernelCommandLineFile::parse);
    }

    /**
     * Parses the arguments that matter; those behind {@code --} are for init. Of the pools, {@code hugepages=} belongs
     * to the {@code hugepagesz=} before it, and to the default size if there is none or a {@code default_hugepagesz=} (hugepages_setup in {@code
     * mm/hugetlb.c}). An argument with an invalid size or count is left out.
     */
    public static KernelCommandLine parse(String text) {
        List<Argument> arguments = new ArrayList<>();
        List<BootPool> pools = new ArrayList<>();
        Optional<Bytes> size = Optional.empty();
        boolean sized = false;
        for (String word : Words.of(text)) {
            if (word.equals("--")) {
                break;
            }
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            String value = equals < 0 ? "" : word.substring(equals + 1);
            if (!NAMES.contains(name)) {
                continue;
            }
            arguments.add(new Argument(name, value));
            if (name.equals("default_hugepagesz")) {
                size = Optional.empty();
                sized = false;
            } else if (name.equals("hugepagesz")) {
                size = size(value);
                sized = true;
            } else if (name.equals("hugepages") && (size.isPresent() || !sized)) {
                pool(size, value).ifPresent(pools::add);
            }
        }
        return new KernelCommandLine(arguments, pools);
    }

    private static Optional<Bytes> size(String text) {
        try {
            return Optional.of(Bytes.parse(text)).filter(size -> !size.isZero());
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<BootPool> pool(Optional<Bytes> size, String text) {
        try {
            if (!text.contains(":")) {
                return Optional.of(new BootPool(size, Choice.number(text), Map.of()));
            }
            Map<String, Long> byNode = new TreeMap<>();
            long sum = 0;
            for (String part : text.split(",")) {
                int colon = part.indexOf(':');
                long node = Choice.number(part.substring(0, Math.max(0, colon)));
                long pages = Choice.number(part.substring(colon + 1));
                byNode.merge(Long.toString(node), pages, Math::addExact);
                sum = Math.addExact(sum, pages);
            }
            return Optional.of(new BootPool(size, sum, byNode));
        } catch (MalformedTextException | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
