package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.hotspot.WarningCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The messages of a JVM at its start about pages and flags, as codes of the product; the patterns are HotSpot's own
 * texts.
 */
record Lines(List<String> all) {
    private static final Map<WarningCode, Pattern> PATTERNS = Map.ofEntries(
            Map.entry(WarningCode.LARGE_PAGES_DISABLED, Pattern.compile("UseLargePages disabled, no large pages")),
            Map.entry(
                    WarningCode.HUGETLBFS_NOT_SUPPORTED,
                    Pattern.compile("HugeTLBFS is not (configured or not )?supported by the operating system")),
            Map.entry(WarningCode.SHARED_MEMORY_NOT_RESERVED, Pattern.compile("Failed to reserve shared memory")),
            Map.entry(
                    WarningCode.SHARED_MEMORY_NOT_CONFIGURED,
                    Pattern.compile("Large pages using UseSHM are not configured")),
            Map.entry(
                    WarningCode.UNCOMMIT_DISABLED,
                    Pattern.compile("too large to afford page-sized regions, disabling uncommit")),
            Map.entry(
                    WarningCode.RESERVATION_FAILED,
                    Pattern.compile("Failed to reserve (large pages memory|and commit memory)")),
            Map.entry(
                    WarningCode.THP_DISABLED,
                    Pattern.compile("UseTransparentHugePages disabled|TransparentHugePages is not supported")),
            Map.entry(
                    WarningCode.ANONYMOUS_THP_NOT_ENABLED,
                    Pattern.compile("Anonymous transparent huge pages are not enabled")),
            Map.entry(
                    WarningCode.SHMEM_THP_NOT_ENABLED,
                    Pattern.compile("Shared memory transparent huge pages are not enabled")),
            Map.entry(WarningCode.CODE_CACHE_TOO_SMALL, Pattern.compile("Code cache size too small for")),
            Map.entry(
                    WarningCode.LARGE_PAGE_SIZE_IGNORED, Pattern.compile("Setting LargePageSizeInBytes has no effect")),
            Map.entry(WarningCode.HEAP_TOO_SMALL, Pattern.compile("must be large enough for 4 \\* page-size")),
            Map.entry(WarningCode.FLAG_DEPRECATED, Pattern.compile("deprecated")),
            Map.entry(WarningCode.FLAG_OBSOLETE, Pattern.compile("[Ii]gnoring option .*; support was removed in")));

    Lines {
        all = List.copyOf(all);
    }

    static Lines of(String output) {
        return new Lines(output.lines()
                .filter(line -> line.contains("warning: ") || line.contains("[warning]"))
                .toList());
    }

    /** Returns the codes of all messages. A message about an option without a code of its own is FLAG_CONFLICT. */
    Set<WarningCode> codes() {
        Set<WarningCode> codes = EnumSet.noneOf(WarningCode.class);
        all.forEach(line -> code(line).ifPresent(codes::add));
        return codes;
    }

    private static Optional<WarningCode> code(String line) {
        Optional<WarningCode> code = PATTERNS.entrySet().stream()
                .filter(pattern -> pattern.getValue().matcher(line).find())
                .map(Map.Entry::getKey)
                .findFirst();
        boolean ofArguments = line.contains(" warning: ");
        return code.isPresent() || !ofArguments ? code : Optional.of(WarningCode.FLAG_CONFLICT);
    }
}
