package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.HashMap;
import java.util.Map;

/**
 * The pages of hugetlb pools that a running JVM gives back at its end. The kernel reserves pages for all that it has
 * mapped, touched or not (hugetlb_reserve_pages in {@code mm/hugetlb.c}; HotSpot maps none with MAP_NORESERVE, see
 * commit_memory_special in {@code os_linux.cpp}). If its mappings were not read one by one, only the located regions
 * count: the touched pages of each, and all pages of a region that is wholly on such pages.
 */
final class HeldPages {

    private HeldPages() {}

    static Map<Bytes, Long> of(Jvm jvm) {
        return jvm.hugetlb().map(HugetlbUse::pages).orElseGet(() -> ofRegions(jvm));
    }

    private static Map<Bytes, Long> ofRegions(Jvm jvm) {
        boolean zgc = jvm.identity()
                .known()
                .flatMap(VmIdentity::gc)
                .filter(Collector::isZ)
                .isPresent();
        Map<Bytes, Long> held = new HashMap<>();
        for (Region region : jvm.located()) {
            boolean paged = zgc && region.name() == RegionName.HEAP;
            region.backing().known().ifPresent(backing -> add(backing, paged, held));
        }
        return held;
    }

    private static void add(Backing backing, boolean byPage, Map<Bytes, Long> held) {
        for (Pages pages : backing.pages()) {
            if (pages.kind() != PageKind.HUGETLB || pages.pageSize().isZero()) {
                continue;
            }
            boolean whole = !byPage && backing.pages().size() == 1;
            Bytes bytes = whole ? backing.reserved() : pages.min();
            held.merge(pages.pageSize(), bytes.value() / pages.pageSize().value(), Long::sum);
        }
    }
}
