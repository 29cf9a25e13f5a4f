package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.flag.FlagSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * os::large_page_init and setup_large_page_type of {@code src/hotspot/os/linux/os_linux.cpp}, release by release; in 8
 * {@code hotspot/src/os/linux/vm/os_linux.cpp}. The sources of 8, 11, 17, 21, 25, 26, 27 and 28 were read; 12 to 16 are
 * taken to be like 11, 18 to 20 like 17, and 22 to 24 like 25.
 */
final class LargePageInit {

    private static final Bytes USUAL_PAGE = Bytes.ofMiB(2);
    private static final String THP_DISABLED =
            "UseTransparentHugePages disabled, transparent huge pages are not supported by the operating system.";

    /** From this update of 11 on the size is read also where no large pages are asked for; earlier ones were not seen. */
    private static final int SIZE_READ_ALWAYS_SINCE = 33;

    private static final String TURNED_OFF =
            "an argument names a kind of large pages only to turn it off, and that is taken for the choice of none";

    private final JavaVersion version;
    private final PageFlags flags;
    private final Host host;
    private final Optional<PoolBalances> pools;
    private final Optional<Boolean> mayUseShm;
    private final boolean zgc;
    private final List<Warning> warnings = new ArrayList<>();
    private final List<Missing> unknowns = new ArrayList<>();

    private LargePageInit(JavaVersion version, PageFlags flags, Launch launch, Host host, boolean zgc) {
        this.version = version;
        this.flags = flags;
        this.host = host;
        this.pools = PoolBalances.of(launch, host);
        this.mayUseShm = launch.mayUseShm();
        this.zgc = zgc;
    }

    /** What the JVM settles for on that host; {@code zgc} says whether its collector is one of the two ZGCs. */
    static LargePages of(JavaVersion version, FlagSettings settings, Launch launch, Host host, boolean zgc) {
        PageFlags flags = new PageFlags(settings);
        LargePageInit init = new LargePageInit(version, flags, launch, host, zgc);
        boolean always = version.feature() == 11 && version.isAtLeast(11, 0, SIZE_READ_ALWAYS_SINCE);
        if (always || version.feature() < 17 && flags.anyAsked()) {
            init.sizeIsIgnored();
        }
        if (!flags.anyAsked()) {
            return init.none(
                    flags.takenBack()
                            ? "-XX:-UseLargePages turns all large pages off"
                            : "no argument asks for large pages");
        }
        if (version.feature() < 17) {
            return init.before17();
        }
        return version.feature() < 22 ? init.from17To21() : init.since22();
    }

    /** Linux::find_large_page_size of 8 and 11. */
    private void sizeIsIgnored() {
        Bytes page = defaultPage();
        if (flags.sizeGiven() && flags.size() != page.value()) {
            warn(
                    WarningCode.LARGE_PAGE_SIZE_IGNORED,
                    "Setting LargePageSizeInBytes has no effect on this OS. Large page size is " + proper(page) + ".");
        }
    }

    /** Of 8 and 11: no look at the host but for one page, and shared memory is kept without any. */
    private LargePages before17() {
        Bytes page = defaultPage();
        if (flags.thp() && kernelHasNone()) {
            if (flags.thpGiven()) {
                warn(WarningCode.THP_DISABLED, "TransparentHugePages is not supported by the operating system.");
            }
            return none("this kernel has no transparent huge pages");
        }
        if (flags.thp()) {
            return advised(page, "Java " + version.feature() + " asks for them and does not look at the host's policy");
        }
        boolean chosen = !flags.typed();
        if (chosen || flags.hugeTlbFs()) {
            Optional<Boolean> aPage = pools.map(balances -> balances.hasAPage(page));
            if (aPage.isEmpty()) {
                return unknown("whether the pool has a page that is free", host.pools());
            }
            if (aPage.get()) {
                return pooled(PageSizes.of(page), "one page could be mapped from the pool");
            }
            if (flags.hugeTlbFsGiven()) {
                warn(WarningCode.HUGETLBFS_NOT_SUPPORTED, "HugeTLBFS is not supported by the operating system.");
            }
        }
        return chosen || flags.shm()
                ? shared(page, "shared memory is taken without trying whether the pool has any page")
                : flags.hugeTlbFs() ? refused(PageSizes.of(page), "no page is free in the pool") : none(TURNED_OFF);
    }

    /** Then madvise(MADV_HUGEPAGE) fails, which is all that these releases try. */
    private boolean kernelHasNone() {
        return host.thp() instanceof Fact.Absent<ThpPolicy> absent && absent.reason() == Reason.NOT_PRESENT;
    }

    private LargePages from17To21() {
        int feature = version.feature();
        boolean looks = feature >= 21 || feature == 17 && version.isAtLeast(17, 0, 9);
        if (flags.thp()) {
            return looks
                    ? advisedIfAllowed()
                    : advised(defaultPage(), "this update does not look at the host's policy");
        }
        Optional<PageSizes> sizes = staticSizes();
        if (sizes.isEmpty()) {
            return unknown("the sizes of huge pages", host.memory());
        }
        if (sizes.get().isEmpty()) {
            noLargePages();
            return none("the kernel has no hugetlb pages");
        }
        if (pools.isEmpty()) {
            return unknown("the hugetlb pools", host.pools());
        }
        boolean aPage = sizes.get().sizes().stream().anyMatch(pools.get()::hasAPage);
        if (!flags.typed() || flags.hugeTlbFs()) {
            if (aPage) {
                return pooled(sizes.get(), "one page could be mapped from the pool");
            }
            if (flags.hugeTlbFsGiven()) {
                warn(
                        WarningCode.HUGETLBFS_NOT_SUPPORTED,
                        "HugeTLBFS is not configured or not supported by the operating system.");
            }
        }
        return shmChecked(sizes.get());
    }

    private LargePages shmChecked(PageSizes sizes) {
        if (!flags.typed() || flags.shm()) {
            boolean aPage = pools.orElseThrow().hasAPage(defaultPage());
            if (aPage && mayUseShm.isEmpty()) {
                return unknown(new Missing(
                        "whether it may use System V shared memory of the pool",
                        Reason.SKIPPED,
                        "/proc/sys/vm/hugetlb_shm_group",
                        ""));
            }
            if (aPage && mayUseShm.get()) {
                return shared(defaultPage(), "one page of shared memory could be had from the pool");
            }
            if (flags.shmGiven()) {
                warn(
                        WarningCode.SHARED_MEMORY_NOT_CONFIGURED,
                        "Large pages using UseSHM are not configured on this system.");
            }
        }
        noLargePages();
        return flags.typed() && !flags.hugeTlbFs() && !flags.shm()
                ? none(TURNED_OFF)
                : refused(sizes, "no page is free in the pool");
    }

    private LargePages since22() {
        if (flags.thp()) {
            return advisedIfAllowed();
        }
        Optional<PageSizes> sizes = staticSizes();
        if (sizes.isEmpty()) {
            return unknown("the sizes of huge pages", host.memory());
        }
        if (sizes.get().isEmpty()) {
            noLargePages();
            return none("the kernel has no hugetlb pages");
        }
        if (pools.isEmpty()) {
            return unknown("the hugetlb pools", host.pools());
        }
        PageSizes all = sizes.get();
        if (all.sizes().stream().noneMatch(pools.get()::hasAPage)) {
            noLargePages();
            return refused(all, "no page is free in the pool");
        }
        return pooled(version.feature() < 27 ? all : withPages(all), "one page could be mapped from the pool");
    }

    /** Since 27 smaller sizes count only if their pool has a page when the JVM starts. */
    private PageSizes withPages(PageSizes all) {
        List<HugePool> known = host.pools().known().orElse(List.of());
        return new PageSizes(all.sizes().stream()
                .filter(size -> size.equals(all.largest())
                        || known.stream().anyMatch(pool -> pool.pageSize().equals(size) && pool.total() > 0))
                .toList());
    }

    /** JDK-8310233: only where the top-level file says always or madvise; the files of the sizes are not read. */
    private LargePages advisedIfAllowed() {
        if (host.thp().known().isEmpty() && !kernelHasNone()) {
            return unknown("the policy for transparent huge pages", host.thp());
        }
        boolean tellsShmem = version.feature() >= 22;
        String shmem = host.thp().known().flatMap(ThpPolicy::shmemEnabled).orElse("unknown");
        if (tellsShmem && zgc && List.of("never", "deny", "unknown").contains(shmem)) {
            warn(
                    WarningCode.SHMEM_THP_NOT_ENABLED,
                    "Shared memory transparent huge pages are not enabled in the OS. Set"
                            + " /sys/kernel/mm/transparent_hugepage/shmem_enabled to 'advise' to enable them.");
        }
        String enabled = host.thp().known().map(ThpPolicy::enabled).orElse("never");
        if (enabled.equals("never")) {
            if (tellsShmem) {
                warn(
                        WarningCode.ANONYMOUS_THP_NOT_ENABLED,
                        "Anonymous transparent huge pages are not enabled in the OS. Set"
                                + " /sys/kernel/mm/transparent_hugepage/enabled to 'madvise' to enable them.");
            }
            if (tellsShmem || flags.thpGiven()) {
                warn(WarningCode.THP_DISABLED, THP_DISABLED);
            }
            return settled(
                    Type.NONE,
                    PageSizes.NONE,
                    PageSizes.NONE,
                    true,
                    "transparent_hugepage/enabled is never, so that the JVM turns its flag off");
        }
        Bytes page = host.thp()
                .known()
                .map(ThpPolicy::pmdSize)
                .filter(PageSizes::exists)
                .orElse(USUAL_PAGE);
        return advised(page, "-XX:+UseTransparentHugePages, and transparent_hugepage/enabled is " + enabled);
    }

    private LargePages advised(Bytes page, String why) {
        return settled(Type.THP, PageSizes.of(page), PageSizes.NONE, true, why);
    }

    private LargePages pooled(PageSizes sizes, String why) {
        return settled(Type.HUGETLB, sizes, sizes, false, why);
    }

    private LargePages shared(Bytes page, String why) {
        return settled(Type.SHM, PageSizes.of(page), PageSizes.of(page), false, why);
    }

    private LargePages none(String why) {
        return settled(Type.NONE, PageSizes.NONE, PageSizes.NONE, false, why);
    }

    /** Large pages were asked of a pool, and the JVM does without. */
    private LargePages refused(PageSizes asked, String why) {
        return settled(Type.NONE, PageSizes.NONE, asked, false, why);
    }

    private LargePages settled(Type type, PageSizes sizes, PageSizes pool, boolean thpRequested, String why) {
        return new LargePages(Optional.of(type), sizes, pool, thpRequested, warnings, why, source(), unknowns);
    }

    private LargePages unknown(String what, Fact<?> fact) {
        return unknown(Machine.missing(what, fact));
    }

    private LargePages unknown(Missing missing) {
        unknowns.add(missing);
        return new LargePages(
                Optional.empty(),
                PageSizes.NONE,
                PageSizes.NONE,
                flags.thp(),
                warnings,
                missing.fact() + " is not known",
                source(),
                unknowns);
    }

    private void noLargePages() {
        if (flags.largeGiven()) {
            warn(
                    WarningCode.LARGE_PAGES_DISABLED,
                    "UseLargePages disabled, no large pages configured and available on the system.");
        }
    }

    /**
     * The sizes up to LargePageSizeInBytes, or up to the default where that is not given or no size of the kernel; none
     * if it has no hugetlb pages, empty if that is not known.
     */
    private Optional<PageSizes> staticSizes() {
        if (host.memory().known().isEmpty() || host.pools().known().isEmpty()) {
            return Optional.empty();
        }
        List<Bytes> sizes = host.pools().known().get().stream()
                .map(HugePool::pageSize)
                .filter(PageSizes::exists)
                .toList();
        Bytes byDefault = defaultPage();
        if (!sizes.contains(byDefault)) {
            return Optional.of(PageSizes.NONE);
        }
        Bytes given = Bytes.of(Math.max(0, flags.size()));
        Bytes most = sizes.contains(given) ? given : byDefault;
        return Optional.of(new PageSizes(
                sizes.stream().filter(size -> size.compareTo(most) <= 0).toList()));
    }

    /** Hugepagesize of {@code /proc/meminfo}; what the processor usually has where that is not known. */
    private Bytes defaultPage() {
        return host.memory()
                .known()
                .flatMap(memory -> memory.size("Hugepagesize"))
                .filter(PageSizes::exists)
                .orElse(USUAL_PAGE);
    }

    private void warn(WarningCode code, String text) {
        warnings.add(new Warning(code, text));
    }

    private static String proper(Bytes size) {
        return size.compareTo(Bytes.ofGiB(10)) >= 0
                ? (size.value() >> 30) + "G"
                : size.compareTo(Bytes.ofMiB(10)) >= 0 ? (size.value() >> 20) + "M" : (size.value() >> 10) + "K";
    }

    private String source() {
        String file =
                version.feature() == 8 ? "hotspot/src/os/linux/vm/os_linux.cpp" : "src/hotspot/os/linux/os_linux.cpp";
        return file + " of " + version.feature() + ": os::large_page_init";
    }
}
