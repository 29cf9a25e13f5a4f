package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.KernelConfig;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/**
 * The build configuration of the kernel: {@code /proc/config.gz}, else the file that distributions put beside the
 * kernel.
 */
public final class KernelConfigFiles {

    /** The texts have some 300 KiB, packed 60 KiB. */
    private static final Bytes LIMIT = Bytes.ofMiB(4);

    private static final String IMAGE =
            "this is the image's file, not the host's: we run in a container, and it may be of another kernel";

    private static final Set<String> OPTIONS = Set.of(
            "CONFIG_TRANSPARENT_HUGEPAGE",
            "CONFIG_TRANSPARENT_HUGEPAGE_ALWAYS",
            "CONFIG_TRANSPARENT_HUGEPAGE_MADVISE",
            "CONFIG_TRANSPARENT_HUGEPAGE_NEVER",
            "CONFIG_THP_SWAP",
            "CONFIG_READ_ONLY_THP_FOR_FS",
            "CONFIG_NO_PAGE_MAPCOUNT",
            "CONFIG_HUGETLBFS",
            "CONFIG_HUGETLB_PAGE",
            "CONFIG_HUGETLB_PAGE_OPTIMIZE_VMEMMAP",
            "CONFIG_HUGETEXT",
            "CONFIG_CGROUP_HUGETLB",
            "CONFIG_MEMCG",
            "CONFIG_COMPACTION",
            "CONFIG_CONTIG_ALLOC",
            "CONFIG_CMA",
            "CONFIG_KSM",
            "CONFIG_NUMA",
            "CONFIG_NUMA_BALANCING",
            "CONFIG_PAGE_REPORTING",
            "CONFIG_PROC_PAGE_MONITOR",
            "CONFIG_PSI",
            "CONFIG_PSI_DEFAULT_DISABLED",
            "CONFIG_ARM64_4K_PAGES",
            "CONFIG_ARM64_16K_PAGES",
            "CONFIG_ARM64_64K_PAGES");

    private KernelConfigFiles() {}

    /**
     * Returns the options that matter for huge pages.
     *
     * @param release of the running kernel, after which the files are named
     * @param inContainer whether all files but {@code /proc/config.gz} come from an image
     */
    public static Fact<KernelConfig> read(Roots roots, Optional<String> release, boolean inContainer) {
        Path packed = roots.proc().resolve("config.gz");
        Fact<KernelConfig> own = TextFile.bytes(packed, LIMIT)
                .flatMap(bytes -> unpacked(packed, bytes))
                .flatMap(text -> known(packed, text, Optional.empty()));
        if (own.known().isPresent() || release.isEmpty()) {
            return own;
        }
        for (Path file : besideTheKernel(roots, release.get())) {
            Fact<String> text = TextFile.read(file, LIMIT);
            if (text.known().isPresent()) {
                Optional<String> note = inContainer ? Optional.of(IMAGE) : Optional.empty();
                return text.flatMap(t -> known(file, t, note));
            }
        }
        return own;
    }

    private static List<Path> besideTheKernel(Roots roots, String release) {
        if (release.contains("/")) {
            return List.of();
        }
        return List.of(
                roots.root().resolve("boot/config-" + release),
                roots.root().resolve("lib/modules").resolve(release).resolve("config"),
                roots.root().resolve("usr/lib/modules").resolve(release).resolve("config"),
                roots.root().resolve("usr/lib/kernel/config-" + release));
    }

    private static Fact<KernelConfig> known(Path file, String text, Optional<String> note) {
        KernelConfig config = new KernelConfig(parse(text), note);
        String thp = "CONFIG_TRANSPARENT_HUGEPAGE="
                + config.option("CONFIG_TRANSPARENT_HUGEPAGE").orElse("n");
        return Fact.known(config, note.isPresent() ? Source.of(file, thp, note.get()) : Source.of(file, thp));
    }

    private static Fact<String> unpacked(Path file, byte[] bytes) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] text = in.readNBytes((int) LIMIT.value());
            return Fact.known(new String(text, StandardCharsets.UTF_8), Source.of(file));
        } catch (IOException e) {
            return Fact.absent(Reason.MALFORMED, Source.of(file, String.valueOf(e.getMessage())));
        }
    }

    /**
     * Parses the options that matter, of lines {@code CONFIG_X=y} and {@code # CONFIG_X is not set}; all others are
     * skipped.
     */
    public static Map<String, String> parse(String text) {
        Map<String, String> options = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (line.startsWith("# CONFIG_") && line.endsWith(" is not set")) {
                put(options, line.substring(2, line.length() - " is not set".length()), "n");
            } else if (line.startsWith("CONFIG_") && equals > 0) {
                put(options, line.substring(0, equals), line.substring(equals + 1));
            }
        });
        return options;
    }

    private static void put(Map<String, String> options, String name, String value) {
        if (OPTIONS.contains(name) && value.length() <= 40) {
            options.put(name, value);
        }
    }
}
