package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The pages that the arguments of a HotSpot request: large_page_init and setup_large_page_type of {@code
 * src/hotspot/os/linux/os_linux.cpp}. Of a flag that is given twice the last one counts.
 */
public final class PageRequest {

    private static final String LARGE = "UseLargePages";
    private static final String THP = "UseTransparentHugePages";
    private static final String HUGETLBFS = "UseHugeTLBFS";
    private static final String SHM = "UseSHM";

    /** Sets UseLargePages as if it were given there (Arguments::set_aggressive_heap_flags). */
    private static final String AGGRESSIVE = "-XX:+AggressiveHeap";

    private static final int AGGRESSIVE_UNTIL = 26;

    private static final String METASPACE = "UseLargePagesInMetaspace";
    private static final int METASPACE_UNTIL = 15;

    /** In these and newer releases SapMachine itself requests transparent huge pages if it finds them suitable. */
    private static final int SAP_DEFAULTS_SINCE = 25;

    private PageRequest() {}

    /**
     * Returns the pages that the arguments request. UNKNOWN in these cases: some arguments could not be read; it is no
     * HotSpot; the release is not known and makes a difference; no flag is given, and the build has a default of its
     * own.
     */
    public static Requested of(Arguments arguments, VmIdentity vm) {
        if (!vm.isHotSpot() || !arguments.complete()) {
            return Requested.UNKNOWN;
        }
        if (isDefaultOfBuild(arguments, vm)) {
            return Requested.UNKNOWN;
        }
        Map<String, Boolean> flags = flags(arguments, vm);
        Optional<Integer> feature = vm.release().map(JavaVersion::feature);
        if (feature.isPresent()) {
            return requested(flags, feature.get());
        }
        Requested before = requested(flags, 21);
        return before == requested(flags, 22) ? before : Requested.UNKNOWN;
    }

    /** Returns whether no flag is given, and the build has a default of its own: the host decides it at each start. */
    public static boolean isDefaultOfBuild(Arguments arguments, VmIdentity vm) {
        return flags(arguments, vm).isEmpty() && hasOwnDefault(vm);
    }

    private static Map<String, Boolean> flags(Arguments arguments, VmIdentity vm) {
        return flags(arguments.texts(), vm.release().map(JavaVersion::feature).orElse(AGGRESSIVE_UNTIL));
    }

    /**
     * Returns the pages that HotSpot of that feature release derives from these arguments.
     *
     * @param arguments in their effective order; only page flags count
     */
    public static Requested of(List<String> arguments, int feature) {
        return requested(flags(arguments, feature), feature);
    }

    /**
     * Returns the pages that the arguments request for one region. Heap, code and tables of the collector follow the
     * request of the JVM. Metaspace follows it until 15 if {@code UseLargePagesInMetaspace} is given as well
     * (JDK-8243161). The other regions have no flag, so nothing is requested for them.
     *
     * @param whole the request for the JVM, as {@link #of(Arguments, VmIdentity)} returns it
     */
    public static Requested of(RegionName region, Requested whole, Arguments arguments, VmIdentity vm) {
        return switch (region) {
            case HEAP, CODE, GC -> whole;
            case METASPACE -> metaspaceToo(arguments, vm) ? whole : Requested.NONE;
            case CDS, STACKS, NATIVE, TEXT, FILES -> Requested.NONE;
        };
    }

    private static boolean metaspaceToo(Arguments arguments, VmIdentity vm) {
        boolean old = vm.release().map(r -> !r.isAtLeast(METASPACE_UNTIL + 1)).orElse(false);
        return old
                && arguments.texts().stream()
                        .filter(text -> text.startsWith("-XX:") && text.endsWith(METASPACE))
                        .reduce((first, last) -> last)
                        .filter(("-XX:+" + METASPACE)::equals)
                        .isPresent();
    }

    private static Map<String, Boolean> flags(List<String> arguments, int feature) {
        Map<String, Boolean> flags = new HashMap<>();
        for (String argument : arguments) {
            boolean flag = argument.startsWith("-XX:+") || argument.startsWith("-XX:-");
            String name = flag ? argument.substring(5) : "";
            if (argument.equals(AGGRESSIVE) && feature <= AGGRESSIVE_UNTIL) {
                flags.put(LARGE, true);
            }
            if (name.equals(LARGE) || name.equals(THP) || name.equals(HUGETLBFS) || name.equals(SHM)) {
                flags.put(name, argument.charAt(4) == '+');
            }
        }
        return flags;
    }

    private static Requested requested(Map<String, Boolean> flags, int feature) {
        boolean offByHand = Boolean.FALSE.equals(flags.get(LARGE));
        if (offByHand) {
            return Requested.NONE;
        }
        if (flags.getOrDefault(THP, false)) {
            return Requested.THP;
        }
        // JDK-8261894: from 22 on there is no choice between hugetlbfs and SHM.
        boolean typed =
                feature < 22 && (flags.containsKey(THP) || flags.containsKey(HUGETLBFS) || flags.containsKey(SHM));
        if (typed) {
            boolean any = flags.getOrDefault(HUGETLBFS, false) || flags.getOrDefault(SHM, false);
            return any ? Requested.HUGETLB : Requested.NONE;
        }
        return flags.getOrDefault(LARGE, false) ? Requested.HUGETLB : Requested.NONE;
    }

    private static boolean hasOwnDefault(VmIdentity vm) {
        boolean recent = vm.release().map(r -> r.isAtLeast(SAP_DEFAULTS_SINCE)).orElse(true);
        return recent && vm.vendor().startsWith("SAP");
    }
}
