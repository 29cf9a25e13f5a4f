package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The fewest writes after which transparent huge pages of the PMD size go to those who ask with {@code madvise}, and to
 * nobody else: what a baseline and a THP variant can share.
 *
 * <p>The kernel looks at the word of the size, and at the global word only where that is {@code inherit}
 * (Documentation/admin-guide/mm/transhuge.rst). HotSpot however knows only the global word: JDK 17 and newer switch
 * {@code -XX:+UseTransparentHugePages} off where it is {@code never}, and since JDK-8319969 do not call {@code madvise}
 * where it is {@code always}. So the global word has to be {@code madvise}, and that of the size {@code inherit} or
 * {@code madvise}.
 */
public final class ThpPlan {
    private static final Path FOLDER = Path.of("/sys/kernel/mm/transparent_hugepage");
    private static final String MADVISE = "madvise";
    private static final String INHERIT = "inherit";
    private static final Set<String> GLOBAL_WORDS = Set.of("always", MADVISE, "never");
    private static final Set<String> SIZE_WORDS = Set.of("always", INHERIT, MADVISE, "never");

    private ThpPlan() {}

    /**
     * The changes that make the policy {@code madvise}, in the order to make them; none if it is.
     *
     * @param enabled the chosen word of {@code transparent_hugepage/enabled}
     * @param ofSize the chosen word of {@link #sizeFile}; empty where the kernel has no such file
     * @param pmdBytes PMD page size, {@code transparent_hugepage/hpage_pmd_size}
     * @throws IllegalArgumentException if a word is none of those that the kernel documents
     */
    public static List<HostChange> madvise(String enabled, Optional<String> ofSize, long pmdBytes) {
        requireOneOf(GLOBAL_WORDS, enabled);
        ofSize.ifPresent(word -> requireOneOf(SIZE_WORDS, word));
        List<HostChange> changes = new ArrayList<>();
        if (!enabled.equals(MADVISE)) {
            changes.add(new HostChange(globalFile(), MADVISE));
        }
        // After the global word: a size that was never must not inherit always for a moment.
        if (ofSize.isPresent() && !ofSize.get().equals(INHERIT) && !ofSize.get().equals(MADVISE)) {
            changes.add(new HostChange(sizeFile(pmdBytes), INHERIT));
        }
        return List.copyOf(changes);
    }

    /** The file of the global word. */
    public static Path globalFile() {
        return FOLDER.resolve("enabled");
    }

    /** The file that says what a page fault does when no huge page is free. */
    public static Path defragFile() {
        return FOLDER.resolve("defrag");
    }

    /** The file of the word for pages of this many bytes, a multiple of 1024. */
    public static Path sizeFile(long pageBytes) {
        return FOLDER.resolve("hugepages-" + pageBytes / 1024 + "kB/enabled");
    }

    private static void requireOneOf(Set<String> words, String word) {
        if (!words.contains(word)) {
            throw new IllegalArgumentException("not a THP policy: " + PlainText.clean(word));
        }
    }
}
