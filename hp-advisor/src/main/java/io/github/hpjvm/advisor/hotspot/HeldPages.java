package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.HashMap;
import java.util.Map;

/**
 * The pages of hugetlb pools that a running JVM would give back: what it has touched, and of a region that is wholly on
 * such pages also what is promised to it. What is in no region that was located is not counted.
 */
final class HeldPages {

    private HeldPages() {}

    static Map<Bytes, Long> of(Jvm jvm) {
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
