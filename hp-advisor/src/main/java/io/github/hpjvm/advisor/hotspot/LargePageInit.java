package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import java.util.List;
import java.util.Optional;

/**
 * os::large_page_init and setup_large_page_type of {@code src/hotspot/os/linux/os_linux.cpp}, release by release; in 8
 * {@code hotspot/src/os/linux/vm/os_linux.cpp}. The sources of 8, 11, 17, 21, 25, 26, 27 and 28 were read. 12 to 16 are
 * assumed to be like 11, 18 to 20 like 17, and 22 to 24 like 25. That JDK-8319969 is in 22 was read in {@code
 * openjdk/jdk22u} at commit 3502093af83b (validate_thps_configured).
 */
final class LargePageInit {

    private static final Bytes USUAL_PAGE = Bytes.ofMiB(2);
    private static final String THP_DISABLED =
            "UseTransparentHugePages disabled, transparent huge pages are not supported by the operating system.";

    /**
     * From this update of 11 on the size is read also where large pages are not requested (JDK-8303215): tag jdk-11.0.31+1
     * contains commit ff759fc8fd. Measured in 11.0.33.
     */
    private static final int SIZE_READ_ALWAYS_SINCE = 31;

    private static final String TURNED_OFF =
            "an argument names a kind of large pages only to turn it off, and that is taken for the choice of none";

    /** Why shared memory of a pool is not available (can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c}). */
    static final String DENIED = "may not use System V shared memory of a pool: that takes CAP_IPC_LOCK or the group of"
            + " vm.hugetlb_shm_group";

    static final Missing SEVERAL_SIZES = new Missing(
            "which pages HotSpot takes for a LargePageSizeInBytes that is not a power of 2 (JDK-8358748)",
            Reason.NOT_SUPPORTED,
            "-XX:LargePageSizeInBytes",
            "give a size that the kernel has");

    private static final Missing HIDDEN_SIZES = new Missing(
            "what this update does without hugepages in its /sys",
            Reason.NOT_SUPPORTED,
            "/sys/kernel/mm/hugepages",
            "mount /sys/kernel/mm for the JVM");

    private final JavaVersion version;
    private final PageFlags flags;
    private final Host host;
    private final Host seen;
    private final boolean thpHidden;
    private final Optional<PoolBalances> pools;
    private final Optional<Boolean> mayUseShm;
    private final boolean zgc;
    private final HugetlbSizes hugetlb;
    private final LargePagesAnswer answer;

    private LargePageInit(JavaVersion version, PageFlags flags, Launch launch, Host host, boolean zgc) {
        this.version = version;
        this.flags = flags;
        this.host = host;
        this.seen = SeenHost.of(launch, host);
        this.thpHidden = launch.sysfs().map(view -> view.thpEnabled().isEmpty()).orElse(host.hidesThp());
        this.pools = PoolBalances.of(launch, host);
        this.mayUseShm = launch.mayUseShm();
        this.zgc = zgc;
        this.hugetlb = new HugetlbSizes(seen, flags);
        this.answer = new LargePagesAnswer(version.feature(), flags.thp());
    }

    /**
     * Returns the large pages that the JVM selects on that host; {@code zgc} says whether its collector is one of the
     * two ZGCs.
     */
    static LargePages of(JavaVersion version, FlagSettings settings, Launch launch, Host host, boolean zgc) {
        PageFlags flags = new PageFlags(settings);
        LargePageInit init = new LargePageInit(version, flags, launch, host, zgc);
        boolean always = version.feature() == 11 && version.isAtLeast(11, 0, SIZE_READ_ALWAYS_SINCE);
        if (always || version.feature() < 17 && flags.anyAsked()) {
            init.sizeIsIgnored();
        }
        if (!flags.anyAsked()) {
            return init.answer.none(
                    flags.takenBack()
                            ? "-XX:-UseLargePages turns all large pages off"
                            : "no argument requests large pages");
        }
        if (version.feature() < 17) {
            return init.before17();
        }
        return version.feature() < 22 ? init.from17To21() : init.since22();
    }

    /** Linux::find_large_page_size of 8 and 11. */
    private void sizeIsIgnored() {
        Bytes page = hugetlb.byDefault();
        if (flags.sizeGiven() && flags.size() != page.value()) {
            answer.warn(
                    WarningCode.LARGE_PAGE_SIZE_IGNORED,
                    "Setting LargePageSizeInBytes has no effect on this OS. Large page size is " + proper(page) + ".");
        }
    }

    /**
     * The selection of 8 and 11. Beside madvise they check only whether one page of a pool can be mapped. They keep
     * shared memory without a check.
     */
    private LargePages before17() {
        Bytes page = hugetlb.byDefault();
        if (flags.thp() && kernelHasNone()) {
            if (flags.thpGiven()) {
                answer.warn(WarningCode.THP_DISABLED, "TransparentHugePages is not supported by the operating system.");
            }
            return answer.none("this kernel has no transparent huge pages");
        }
        if (flags.thp()) {
            return answer.advised(page, "Java " + version.feature() + " opts in regardless of the host's mode");
        }
        boolean chosen = !flags.typed();
        if (chosen || flags.hugeTlbFs()) {
            Optional<Boolean> aPage = pools.map(balances -> balances.hasAPage(page));
            if (aPage.isEmpty()) {
                return answer.unknown("whether the pool has a page that is free", host.pools());
            }
            if (aPage.get()) {
                return answer.pooled(PageSizes.of(page), "one page could be mapped from the pool");
            }
            if (flags.hugeTlbFsGiven()) {
                answer.warn(WarningCode.HUGETLBFS_NOT_SUPPORTED, "HugeTLBFS is not supported by the operating system.");
            }
        }
        return chosen || flags.shm()
                ? answer.shared(page, "shared memory is taken without trying whether the pool has any page")
                : flags.hugeTlbFs() ? answer.refused(PageSizes.of(page), noPage()) : answer.none(TURNED_OFF);
    }

    private String noPage() {
        return "no page is free " + pools.map(PoolBalances::place).orElse("in the pool");
    }

    /** Returns whether madvise(MADV_HUGEPAGE) fails. These releases check nothing else. */
    private boolean kernelHasNone() {
        return host.thp() instanceof Fact.Absent<ThpPolicy> absent
                && absent.reason() == Reason.NOT_PRESENT
                && !host.hidesThp();
    }

    /**
     * Returns the large page size of these updates for transparent huge pages too: LargePageSizeInBytes if the kernel
     * has hugetlb pages of that size (os::large_page_init in {@code os_linux.cpp}). The heap is a multiple of it.
     * Measured with 1g and -Xmx of 64 to 524 MiB: a heap of 1 GiB on 17.0.2, 17.0.3, 17.0.7 and 17.0.9, the requested
     * heap on 17.0.15. JDK-8310233 takes the size from {@code hpage_pmd_size}.
     */
    private Bytes namedOrDefault() {
        return hugetlb.upToGiven()
                .filter(sizes -> !sizes.isEmpty())
                .map(PageSizes::largest)
                .orElse(hugetlb.byDefault());
    }

    private LargePages from17To21() {
        if (flags.thp()) {
            return ThpModeCheck.isDoneBy(version)
                    ? advisedIfAllowed()
                    : answer.advised(namedOrDefault(), "this update does not read the host's mode");
        }
        if (hugetlb.sizeIsSeveral()) {
            return answer.unknown(SEVERAL_SIZES);
        }
        Optional<PageSizes> sizes = hugetlb.upToGiven();
        if (sizes.isEmpty()) {
            return answer.unknown("the sizes of huge pages", host.memory());
        }
        if (sizes.get().isEmpty()) {
            return withoutSizes();
        }
        if (pools.isEmpty()) {
            return answer.unknown("the hugetlb pools", host.pools());
        }
        boolean aPage = sizes.get().sizes().stream().anyMatch(pools.get()::hasAPage);
        if (!flags.typed() || flags.hugeTlbFs()) {
            if (aPage) {
                return answer.pooled(sizes.get(), "one page could be mapped from the pool");
            }
            if (flags.hugeTlbFsGiven()) {
                answer.warn(
                        WarningCode.HUGETLBFS_NOT_SUPPORTED,
                        "HugeTLBFS is not configured or not supported by the operating system.");
            }
        }
        return shmChecked(sizes.get());
    }

    /**
     * JDK-8313782: 22, 21.0.2 (jdk21u pull request 357) and 17.0.10 (jdk17u-dev pull request 1978). Measured in 21.0.2
     * and 17.0.21; 21.0.1 turns the flag off without a message.
     */
    private boolean tellsThatThpIsOff() {
        return version.feature() != 21 || version.isAtLeast(21, 0, 2);
    }

    /**
     * JDK-8324580: these updates read {@code hpage_pmd_size}, which kernels have since 4.10, and turn transparent huge pages
     * off where it is missing. Fixed in 21.0.5 (jdk21u-dev pull request 840) and 23, not in 17. Measured with that file hidden:
     * 17.0.21, 21.0.2 and 21.0.4 turn them off, 17.0.9 and 21.0.8 do not.
     */
    private boolean needsPmdSizeFile() {
        boolean without =
                host.kernel().known().flatMap(kernel -> kernel.isAtLeast(4, 10)).equals(Optional.of(false));
        boolean fixed = version.feature() == 21 ? version.isAtLeast(21, 0, 5) : version.isAtLeast(22);
        return without && !fixed;
    }

    private LargePages shmChecked(PageSizes sizes) {
        if (!flags.typed() || flags.shm()) {
            boolean aPage = pools.orElseThrow().hasAPage(hugetlb.byDefault());
            if (aPage && mayUseShm.isEmpty()) {
                return answer.unknown(new Missing(
                        "whether it may use System V shared memory of the pool",
                        Reason.SKIPPED,
                        "/proc/sys/vm/hugetlb_shm_group",
                        ""));
            }
            if (aPage && mayUseShm.get()) {
                return answer.shared(hugetlb.byDefault(), "the pool provides a page of shared memory");
            }
            if (flags.shmGiven()) {
                answer.warn(
                        WarningCode.SHARED_MEMORY_NOT_CONFIGURED,
                        "Large pages using UseSHM are not configured on this system.");
            }
        }
        noLargePages();
        boolean denied = flags.shm() && mayUseShm.equals(Optional.of(false));
        return flags.typed() && !flags.hugeTlbFs() && !flags.shm()
                ? answer.none(TURNED_OFF)
                : answer.refused(sizes, denied ? "the JVM " + DENIED : noPage());
    }

    private LargePages since22() {
        if (flags.thp()) {
            return advisedIfAllowed();
        }
        if (hugetlb.sizeIsSeveral()) {
            return answer.unknown(SEVERAL_SIZES);
        }
        Optional<PageSizes> sizes = hugetlb.upToGiven();
        if (sizes.isEmpty()) {
            return answer.unknown("the sizes of huge pages", host.memory());
        }
        if (sizes.get().isEmpty()) {
            return withoutSizes();
        }
        if (pools.isEmpty()) {
            return answer.unknown("the hugetlb pools", host.pools());
        }
        PageSizes all = sizes.get();
        if (all.sizes().stream().noneMatch(pools.get()::hasAPage)) {
            noLargePages();
            return answer.refused(all, noPage());
        }
        return answer.pooled(
                version.feature() < 27 ? all : hugetlb.withPages(all), "one page could be mapped from the pool");
    }

    private String whyThpIsOff() {
        if (thpHidden) {
            return "the JVM sees no transparent_hugepage/enabled in its /sys, so that it turns its flag off";
        }
        return seen.thp().known().isEmpty()
                ? "the kernel has no transparent huge pages, so that the JVM turns its flag off"
                : "transparent_hugepage/enabled is never, so that the JVM turns its flag off";
    }

    /** Returns the selection if hugepages has no folder of the default size. */
    @SuppressWarnings("ReferenceEquality") // the same object if the JVM sees the host itself
    private LargePages withoutSizes() {
        boolean hidden = seen != host && !host.pools().known().orElse(List.of()).isEmpty();
        if (hidden && !ThpModeCheck.isDoneBy(version)) {
            return answer.unknown(HIDDEN_SIZES);
        }
        noLargePages();
        return answer.none(
                hidden
                        ? "the JVM sees no hugepages folder in its /sys, and uses no pool then"
                        : "the kernel has no hugetlb pages");
    }

    /**
     * JDK-8310233: allowed only if the top-level file contains always or madvise. The files of the sizes are not read.
     */
    private LargePages advisedIfAllowed() {
        if (seen.thp().known().isEmpty() && !kernelHasNone() && !thpHidden) {
            return answer.unknown("the policy for transparent huge pages", seen.thp());
        }
        boolean tellsShmem = version.feature() >= 22;
        String shmem = seen.thp().known().flatMap(ThpPolicy::shmemEnabled).orElse("unknown");
        if (tellsShmem && zgc && List.of("never", "deny", "unknown").contains(shmem)) {
            answer.warn(
                    WarningCode.SHMEM_THP_NOT_ENABLED,
                    "Shared memory transparent huge pages are not enabled in the OS. Set"
                            + " /sys/kernel/mm/transparent_hugepage/shmem_enabled to 'advise' to enable them.");
        }
        String enabled = seen.thp().known().map(ThpPolicy::enabled).orElse("never");
        if (enabled.equals("never")) {
            if (tellsShmem) {
                answer.warn(
                        WarningCode.ANONYMOUS_THP_NOT_ENABLED,
                        "Anonymous transparent huge pages are not enabled in the OS. Set"
                                + " /sys/kernel/mm/transparent_hugepage/enabled to 'madvise' to enable them.");
            }
            if (tellsShmem || flags.thpGiven() && tellsThatThpIsOff()) {
                answer.warn(WarningCode.THP_DISABLED, THP_DISABLED);
            }
            return answer.settled(Type.NONE, PageSizes.NONE, PageSizes.NONE, true, whyThpIsOff());
        }
        if (needsPmdSizeFile()) {
            if (flags.largeGiven()) {
                answer.warn(WarningCode.THP_DISABLED, "TransparentHugePages is not supported by the operating system.");
            }
            noLargePages();
            return answer.none(
                    "this update takes kernels before 4.10 for ones without transparent huge pages (JDK-8324580)");
        }
        Bytes page = seen.thp()
                .known()
                .map(ThpPolicy::pmdSize)
                .filter(PageSizes::exists)
                .orElse(USUAL_PAGE);
        return answer.advised(page, "-XX:+UseTransparentHugePages, and transparent_hugepage/enabled is " + enabled);
    }

    private void noLargePages() {
        if (flags.largeGiven()) {
            answer.warn(
                    WarningCode.LARGE_PAGES_DISABLED,
                    "UseLargePages disabled, no large pages configured and available on the system.");
        }
    }

    private static String proper(Bytes size) {
        return size.compareTo(Bytes.ofGiB(10)) >= 0
                ? (size.value() >> 30) + "G"
                : size.compareTo(Bytes.ofMiB(10)) >= 0 ? (size.value() >> 20) + "M" : (size.value() >> 10) + "K";
    }
}
