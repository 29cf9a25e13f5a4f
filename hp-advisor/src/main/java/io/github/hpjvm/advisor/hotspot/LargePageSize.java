package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The sizes of hugetlb pages that a HotSpot with {@code -XX:+UseLargePages} uses: large_page_init of {@code
 * src/hotspot/os/linux/os_linux.cpp}.
 *
 * @param largest the page size of its heap, if the pool has enough pages
 * @param smallerToo whether smaller pages back what does not fit, as the code cache beside a heap on 1 GiB pages
 *     (JDK-8256155, 17)
 */
public record LargePageSize(Bytes largest, boolean smallerToo) {
    private static final String FLAG = "-XX:LargePageSizeInBytes=";

    /** The flag that names 2 MiB. */
    public static final String OF_2_MIB = FLAG + "2m";

    private static final Bytes OF_ZGC = Bytes.ofMiB(2);
    private static final int SIZES_SINCE = 17;

    /**
     * Returns the sizes that these arguments select. ZGC knows 2 MiB alone. Before 17 the flag had no effect. A size
     * without a pool in the kernel has no effect in any release.
     *
     * @param arguments in their effective order; only page flags count
     * @param usual the size of the kernel's default pool, {@code Hugepagesize} of {@code /proc/meminfo}
     * @param ofKernel the sizes that the kernel has a pool of, empty or not
     */
    public static LargePageSize of(
            List<String> arguments, int feature, Optional<Collector> gc, Bytes usual, Set<Bytes> ofKernel) {
        if (gc.filter(Collector::isZ).isPresent()) {
            return new LargePageSize(OF_ZGC, false);
        }
        return new LargePageSize(
                asked(arguments, feature).filter(ofKernel::contains).orElse(usual), canBeChosenBy(feature));
    }

    /** Returns whether {@code LargePageSizeInBytes} has an effect in that feature release. */
    public static boolean canBeChosenBy(int feature) {
        return feature >= SIZES_SINCE;
    }

    /**
     * Returns whether this ZGC refuses large pages of a kernel whose default size is larger than 2 MiB, unless the flag names 2
     * MiB: 17 compares os::large_page_size() with its granule ({@code zPhysicalMemoryBacking_linux.cpp}). 18 and newer compare
     * the flag alone (JDK-8273872), and before 17 the flag has no effect.
     */
    public static boolean mustBe2MiB(VmIdentity vm, Host host) {
        return vm.gc().filter(Collector::isZ).isPresent()
                && vm.release()
                        .filter(release -> release.feature() == SIZES_SINCE)
                        .isPresent()
                && host.defaultHugePageSize().compareTo(OF_ZGC) > 0
                && host.pool(OF_ZGC).isPresent();
    }

    /** Returns whether an argument gives the flag. */
    public static boolean isNamed(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(FLAG));
    }

    /**
     * Returns the value of {@code LargePageSizeInBytes} where it has an effect; empty if it is not given, or is no
     * size.
     */
    public static Optional<Bytes> asked(List<String> arguments, int feature) {
        return !canBeChosenBy(feature)
                ? Optional.empty()
                : arguments.stream()
                        .filter(argument -> argument.startsWith(FLAG))
                        .map(argument -> argument.substring(FLAG.length()))
                        .reduce((first, last) -> last)
                        .flatMap(LargePageSize::size);
    }

    private static Optional<Bytes> size(String text) {
        try {
            return Optional.of(Bytes.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the JVM can use pages of that size. */
    public boolean uses(Bytes pageSize) {
        return smallerToo ? pageSize.compareTo(largest) <= 0 : pageSize.equals(largest);
    }
}
