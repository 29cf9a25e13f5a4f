package io.github.hpjvm.cli.option;

import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.console.error.UsageException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The options {@code --require} and {@code --region}: the pages that a JVM must have, as an exit code. */
public final class RequireOption {
    public static final String NAME = "--require";
    public static final String LABEL = "thp|hugetlb|any[=PERCENT]";
    public static final String HELP =
            "Print one sentence, and exit with 3 unless the heap is on these pages. PERCENT is the"
                    + " least share of its resident bytes. Default: the usual share of a region on huge pages, 95 per cent.";

    public static final String REGION = "--region";
    public static final String REGION_LABEL = "NAME,...";
    public static final String REGION_HELP = "With --require: the regions that must have the pages. Default: heap.";

    /** Exit code 4 of commands with {@code --require}. */
    public static final String OPEN = "4:insufficient data or permission; also: --require does not hold yet";

    private RequireOption() {}

    /**
     * Returns the requirement.
     *
     * @param require the value of {@code --require}; null if it is not given
     * @param regions the value of {@code --region}; null if it is not given
     */
    public static Optional<Requirement> of(String require, String regions) {
        if (require == null) {
            if (regions != null) {
                throw new UsageException(REGION + " needs " + NAME);
            }
            return Optional.empty();
        }
        try {
            return Optional.of(Requirement.parse(require, regions == null ? List.of(RegionName.HEAP) : named(regions)));
        } catch (IllegalArgumentException e) {
            throw new UsageException(NAME + ": " + e.getMessage());
        }
    }

    /**
     * Parses names of regions with commas between them.
     *
     * @throws UsageException with the names, if one is none
     */
    public static List<RegionName> named(String text) {
        return named(text, List.of(RegionName.values()));
    }

    /**
     * Parses names of some regions with commas between them.
     *
     * @param possible the regions that the command takes
     * @throws UsageException with their names, if one is none of them
     */
    public static List<RegionName> named(String text, List<RegionName> possible) {
        return Arrays.stream(text.split(",", -1))
                .map(name -> possible.stream()
                        .filter(region -> region.toString().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new UsageException(REGION + ": "
                                + (name.isBlank() ? "a name is empty" : "no region " + name)
                                + "; the regions are "
                                + possible.stream().map(RegionName::toString).collect(Collectors.joining(", ")))))
                .distinct()
                .toList();
    }

    /** Returns the exit code of a command that was asked only for this. */
    public static int exitCode(Answer answer) {
        return answer.isTrue() ? ExitCodes.OK : answer.isFalse() ? ExitCodes.FOUND : ExitCodes.INSUFFICIENT;
    }
}
