package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The pages of hugetlb pools that a running JVM gives back at its end. The kernel reserves pages for all that it has
 * mapped, touched or not (hugetlb_reserve_pages in {@code mm/hugetlb.c}; HotSpot maps none with MAP_NORESERVE, see
 * commit_memory_special in {@code os_linux.cpp}). If its mappings were not read one by one, only the located regions
 * count: the touched pages of each, and all pages of a region that is wholly on such pages. A scan of memory does not show the
 * size of these pages: they are of the only pool that is in use.
 */
final class HeldPages {

    /** The regions that are on pages of pools. Each JVM has the first two; the addresses of the tables are often not known. */
    private static final List<RegionName> ON_POOLS = List.of(RegionName.HEAP, RegionName.CODE, RegionName.GC);

    private HeldPages() {}

    static Map<Bytes, Long> of(Jvm jvm, Host host) {
        return jvm.hugetlb().map(HugetlbUse::pages).orElseGet(() -> ofRegions(jvm, host));
    }

    /** Returns why the pages that the JVM holds are not known, as a clause; empty if they are known. */
    static Optional<String> unknown(Jvm jvm, Host host) {
        if (jvm.hugetlb().isPresent()) {
            return Optional.empty();
        }
        boolean sized = jvm.located().stream()
                .flatMap(region -> region.backing().known().stream())
                .flatMap(backing -> backing.pages().stream())
                .allMatch(pages ->
                        pages.kind() != PageKind.HUGETLB || size(pages, host).isPresent());
        return sized ? unread(jvm) : Optional.of("the size of the pool pages that it holds is unknown: use --exact");
    }

    /** Returns why a region that may hold pages was not read; empty if all were read, or if the JVM holds no pages. */
    private static Optional<String> unread(Jvm jvm) {
        boolean holds = jvm.status()
                .known()
                .flatMap(ProcStatus::hugetlb)
                .filter(bytes -> !bytes.isZero())
                .isPresent();
        if (!holds) {
            return Optional.empty();
        }
        return ON_POOLS.stream()
                .map(jvm::region)
                .filter(region -> region.name() != RegionName.GC
                        || region.location().known().isPresent())
                .flatMap(region -> region.backing() instanceof Fact.Absent<Backing> absent
                        ? Stream.of(absent.missing(region.name().toString()))
                        : Stream.empty())
                .findFirst()
                .map(missing -> "the number of pool pages that it holds is unknown, because its memory was not read: "
                        + missing.why());
    }

    /** Returns the size of pages of a pool; empty if it is not known. */
    static Optional<Bytes> size(Pages pages, Host host) {
        if (!pages.pageSize().isZero()) {
            return Optional.of(pages.pageSize());
        }
        List<HugePool> used = host.pools().known().orElse(List.of()).stream()
                .filter(pool -> pool.inUseOrPromised() > 0)
                .toList();
        return used.size() == 1 ? Optional.of(used.get(0).pageSize()) : Optional.empty();
    }

    private static Map<Bytes, Long> ofRegions(Jvm jvm, Host host) {
        boolean zgc = jvm.identity()
                .known()
                .flatMap(VmIdentity::gc)
                .filter(Collector::isZ)
                .isPresent();
        Map<Bytes, Long> held = new HashMap<>();
        for (Region region : jvm.located()) {
            boolean paged = zgc && region.name() == RegionName.HEAP;
            region.backing().known().ifPresent(backing -> add(backing, host, paged, held));
        }
        return held;
    }

    private static void add(Backing backing, Host host, boolean byPage, Map<Bytes, Long> held) {
        for (Pages pages : backing.pages()) {
            if (pages.kind() == PageKind.HUGETLB) {
                boolean whole = !byPage && backing.pages().size() == 1;
                Bytes bytes = whole ? backing.reserved() : pages.min();
                size(pages, host).ifPresent(size -> held.merge(size, bytes.value() / size.value(), Long::sum));
            }
        }
    }
}
