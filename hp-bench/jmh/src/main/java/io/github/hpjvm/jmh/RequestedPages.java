package io.github.hpjvm.jmh;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages that the arguments of a HotSpot request: large_page_init and setup_large_page_type of {@code
 * src/hotspot/os/linux/os_linux.cpp}. Of a flag that is given twice the last one counts.
 */
enum RequestedPages {
    NONE,
    THP,
    HUGETLB,
    /** No flag is given, and this build has a default of its own. */
    UNKNOWN;

    private static final String LARGE = "UseLargePages";
    private static final String TRANSPARENT = "UseTransparentHugePages";
    private static final String HUGETLBFS = "UseHugeTLBFS";
    private static final String SHM = "UseSHM";

    /** From this release on there is one kind of pool (JDK-8261894). */
    private static final int WITHOUT_A_CHOICE = 22;

    /** From this release on SapMachine itself requests transparent huge pages if it finds them suitable. */
    private static final int SAP_DEFAULTS_SINCE = 25;

    private static final int FLAG = 5;

    /**
     * Returns what arguments request.
     *
     * @param arguments in their effective order, as {@code RuntimeMXBean.getInputArguments} returns them
     * @param release the feature release, 8 or newer
     * @param vendor the property {@code java.vm.vendor}
     */
    static RequestedPages of(List<String> arguments, int release, String vendor) {
        Map<String, Boolean> flags = new HashMap<>();
        for (String argument : arguments) {
            if (argument.startsWith("-XX:+") || argument.startsWith("-XX:-")) {
                flags.put(argument.substring(FLAG), argument.charAt(FLAG - 1) == '+');
            }
        }
        boolean typed = flags.containsKey(TRANSPARENT) || flags.containsKey(HUGETLBFS) || flags.containsKey(SHM);
        if (!typed && !flags.containsKey(LARGE)) {
            return release >= SAP_DEFAULTS_SINCE && vendor.startsWith("SAP") ? UNKNOWN : NONE;
        }
        if (Boolean.FALSE.equals(flags.get(LARGE))) {
            return NONE;
        }
        if (flags.getOrDefault(TRANSPARENT, false)) {
            return THP;
        }
        boolean pool = release < WITHOUT_A_CHOICE && typed
                ? flags.getOrDefault(HUGETLBFS, false) || flags.getOrDefault(SHM, false)
                : flags.getOrDefault(LARGE, false);
        return pool ? HUGETLB : NONE;
    }

    /** Returns whether anything is requested, for a result that is a number: 1, 0, or NaN if that is unknown. */
    double score() {
        switch (this) {
            case NONE:
                return 0;
            case UNKNOWN:
                return Double.NaN;
            default:
                return 1;
        }
    }
}
