package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.SmallThp;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.read.file.Folder;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The policy for transparent huge pages under {@code /sys/kernel/mm/transparent_hugepage}
 * (Documentation/admin-guide/mm/transhuge.rst).
 */
public final class ThpFiles {

    /**
     * The PMD size if the kernel does not print it. Kernels without {@code hpage_pmd_size} are old x86-64 ones, and
     * HotSpot uses the same value there ({@code src/hotspot/os/linux/hugepages.cpp}).
     */
    private static final Bytes UNSTATED_PMD_SIZE = Bytes.ofMiB(2);

    private ThpFiles() {}

    /**
     * Returns the policy, as far as one word for each file represents it. A kernel without THP is NOT_PRESENT; {@code
     * shmem_enabled} and the file for the PMD size may be missing. A file that exists and cannot be read, or has no
     * single word in brackets, makes the whole fact absent, under its own name.
     *
     * @param sysRoot {@code /sys}, or the one of a captured tree
     */
    public static Fact<ThpPolicy> read(Path sysRoot) {
        Path folder = folder(sysRoot);
        Fact<String> enabled = TextFile.read(folder.resolve("enabled"), Choice::selected);
        Fact<String> defrag = TextFile.read(folder.resolve("defrag"), Choice::selected);
        Fact<Optional<String>> shmem = optional(TextFile.read(folder.resolve("shmem_enabled"), Choice::selected));
        Fact<Bytes> size = pmdSize(folder);
        return enabled.flatMap(e -> defrag.flatMap(d ->
                shmem.flatMap(s -> size.flatMap(pmd -> pmdEnabled(folder, pmd).flatMap(p -> {
                    ThpPolicy policy = new ThpPolicy(e, p, d, s, pmd);
                    return Fact.known(policy, Source.of(folder, excerpt(policy)));
                })))));
    }

    /** Returns the folder of the files. The kernel of RHEL 6 and of its clones has another name for it. */
    public static Path folder(Path sysRoot) {
        Path folder = sysRoot.resolve("kernel/mm/transparent_hugepage");
        Path redhat = sysRoot.resolve("kernel/mm/redhat_transparent_hugepage");
        try {
            return Files.isDirectory(redhat) && !Files.exists(folder) ? redhat : folder;
        } catch (SecurityException e) {
            return folder;
        }
    }

    private static Fact<Optional<String>> pmdEnabled(Path folder, Bytes pmdSize) {
        Path file = folder.resolve("hugepages-" + pmdSize.value() / 1024 + "kB").resolve("enabled");
        return optional(TextFile.read(file, Choice::selected));
    }

    /** Returns the size of a page that a PMD maps. */
    public static Fact<Bytes> pmdSize(Path folder) {
        Fact<Bytes> size = TextFile.read(folder.resolve("hpage_pmd_size"), ThpFiles::powerOfTwo);
        return optional(size).map(s -> s.orElse(UNSTATED_PMD_SIZE));
    }

    /**
     * Returns the sizes of THP below the PMD size that memory of this host may be on: sizes whose mode is not never,
     * and sizes whose pages in {@code stats/nr_anon} have the PMD size or more together. Processes may keep
     * fewer pages after a size was disabled; together these are less than one huge page.
     */
    public static SmallThp smallThp(Path sysRoot, Bytes pmdSize) {
        Path folder = folder(sysRoot);
        String global = TextFile.read(folder.resolve("enabled"), Choice::selected)
                .known()
                .orElse("never");
        List<Bytes> sizes = new ArrayList<>();
        boolean withoutAdvice = false;
        for (String name : Folder.names(folder).known().orElse(List.of())) {
            Optional<Bytes> size = HugePools.pageSize(name);
            if (size.isPresent() && size.get().compareTo(pmdSize) < 0) {
                String mode = mode(folder.resolve(name), "enabled", global);
                String shmem = mode(folder.resolve(name), "shmem_enabled", "never");
                boolean pages = TextFile.read(folder.resolve(name).resolve("stats/nr_anon"), Choice::number)
                        .known()
                        .filter(number -> number >= pmdSize.value() / size.get().value())
                        .isPresent();
                if (pages || !mode.equals("never") || !shmem.equals("never")) {
                    sizes.add(size.get());
                    boolean advised = mode.equals("madvise") && shmem.equals("never");
                    withoutAdvice |= !advised;
                }
            }
        }
        sizes.sort(null);
        return new SmallThp(sizes, withoutAdvice);
    }

    private static String mode(Path folder, String file, String global) {
        String mode =
                TextFile.read(folder.resolve(file), Choice::selected).known().orElse("never");
        return ThpSize.effective(mode, global);
    }

    private static Bytes powerOfTwo(String text) {
        long size = Choice.number(text);
        if (Long.bitCount(size) != 1) {
            throw new MalformedTextException("not a page size", text.strip());
        }
        return Bytes.of(size);
    }

    /** Returns a fact that may be missing, but neither denied nor damaged. */
    static <T> Fact<Optional<T>> optional(Fact<T> fact) {
        boolean missing = fact instanceof Fact.Absent<T> absent && absent.reason() == Reason.NOT_PRESENT;
        return missing ? Fact.known(Optional.empty(), fact.source()) : fact.map(Optional::of);
    }

    private static String excerpt(ThpPolicy policy) {
        String size = policy.pmdEnabled()
                .map(word -> ", hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled=" + word)
                .orElse("");
        String shmem =
                policy.shmemEnabled().map(word -> ", shmem_enabled=" + word).orElse("");
        return "enabled=" + policy.enabled() + size + "\ndefrag=" + policy.defrag() + shmem;
    }

    /** Returns {@code max_ptes_none}, above which the kernel's shrinker calls a huge page underused. */
    public static Fact<Long> zerosAllowed(Path sysRoot) {
        return TextFile.read(folder(sysRoot).resolve("khugepaged/max_ptes_none"), Choice::number);
    }

    /**
     * Returns all settings and counters, of every page size; a kernel without transparent huge pages is NOT_PRESENT.
     */
    public static Fact<ThpSettings> settings(Path sysRoot) {
        return ThpTree.read(sysRoot);
    }
}
