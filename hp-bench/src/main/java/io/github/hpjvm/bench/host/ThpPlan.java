package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Computes the fewest writes after which processes that opt in with {@code madvise} get transparent huge pages of the
 * PMD size, and other processes do not. A baseline and a THP variant can share that state.
 *
 * <p>The kernel reads the mode of the size, and the global mode only if the mode of the size is {@code inherit}
 * (Documentation/admin-guide/mm/transhuge.rst). HotSpot however reads only the global mode: JDK 17 and newer disable
 * {@code -XX:+UseTransparentHugePages} where it is {@code never}, and since JDK-8319969 do not call {@code madvise}
 * where it is {@code always}. So the global mode has to be {@code madvise}, and the mode of the size {@code
 * inherit} or {@code madvise}.
 */
public final class ThpPlan {
    private static final Path FOLDER = Path.of("/sys/kernel/mm/transparent_hugepage");
    private static final String MADVISE = "madvise";
    private static final String INHERIT = "inherit";
    private static final Set<String> GLOBAL_MODES = Set.of("always", MADVISE, "never");
    private static final Set<String> SIZE_MODES = Set.of("always", INHERIT, MADVISE, "never");

    private ThpPlan() {}

    /**
     * The changes that set the mode to {@code madvise}, in the order to make them; none if it is set.
     *
     * @param enabled the current mode of {@code transparent_hugepage/enabled}
     * @param ofSize the current mode of {@link #sizeFile}; empty where the kernel has no such file
     * @param pmdBytes PMD page size, {@code transparent_hugepage/hpage_pmd_size}
     * @throws IllegalArgumentException if the kernel does not document a mode
     */
    public static List<HostChange> madvise(String enabled, Optional<String> ofSize, long pmdBytes) {
        requireOneOf(GLOBAL_MODES, enabled);
        ofSize.ifPresent(mode -> requireOneOf(SIZE_MODES, mode));
        List<HostChange> changes = new ArrayList<>();
        if (!enabled.equals(MADVISE)) {
            changes.add(new HostChange(globalFile(), MADVISE));
        }
        // After the global mode: a size that was never must not inherit always in between.
        if (ofSize.isPresent() && !ofSize.get().equals(INHERIT) && !ofSize.get().equals(MADVISE)) {
            changes.add(new HostChange(sizeFile(pmdBytes), INHERIT));
        }
        return List.copyOf(changes);
    }

    /** The file of the global mode. */
    public static Path globalFile() {
        return FOLDER.resolve("enabled");
    }

    /** The file that sets the behaviour of a page fault when no huge page is free. */
    public static Path defragFile() {
        return FOLDER.resolve("defrag");
    }

    /** The file of the mode for pages of this many bytes, a multiple of 1024. */
    public static Path sizeFile(long pageBytes) {
        return FOLDER.resolve("hugepages-" + pageBytes / 1024 + "kB/enabled");
    }

    private static void requireOneOf(Set<String> modes, String mode) {
        if (!modes.contains(mode)) {
            throw new IllegalArgumentException("not a THP mode: " + PlainText.clean(mode));
        }
    }
}
