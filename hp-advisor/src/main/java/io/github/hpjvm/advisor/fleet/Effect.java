package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The size of the memory that a finding is about. For a region without its huge pages: its resident bytes on base
 * pages. For an idle pool: its available pages. Other findings have no size.
 */
final class Effect {
    static final String IDLE_POOL = "HP-106";

    /** The region that each rule is about, of rules whose changes bring a region onto huge pages. */
    private static final Map<String, RegionName> REGIONS = Map.ofEntries(
            Map.entry("HP-101", RegionName.HEAP),
            Map.entry("HP-102", RegionName.HEAP),
            Map.entry("HP-103", RegionName.HEAP),
            Map.entry("HP-104", RegionName.HEAP),
            Map.entry("HP-105", RegionName.HEAP),
            Map.entry("HP-107", RegionName.HEAP),
            Map.entry("HP-108", RegionName.HEAP),
            Map.entry("HP-109", RegionName.HEAP),
            Map.entry("HP-110", RegionName.HEAP),
            Map.entry("HP-111", RegionName.HEAP),
            Map.entry("HP-201", RegionName.HEAP),
            Map.entry("HP-205", RegionName.HEAP),
            Map.entry("HP-301", RegionName.HEAP),
            Map.entry("HP-302", RegionName.HEAP),
            Map.entry("HP-401", RegionName.HEAP),
            Map.entry("HP-501", RegionName.CODE),
            Map.entry("HP-502", RegionName.TEXT),
            Map.entry("HP-504", RegionName.NATIVE),
            Map.entry("HP-603", RegionName.HEAP),
            Map.entry("HP-801", RegionName.HEAP));

    private Effect() {}

    /** The size; empty if the finding has none, or if it is unknown. */
    static Optional<Bytes> of(Outcome.Finding finding, Jvm jvm, Host host) {
        return finding.rule().equals(IDLE_POOL)
                ? idle(finding.subject(), host.pools().known().orElse(List.of()))
                : Optional.ofNullable(REGIONS.get(finding.rule())).flatMap(region -> onBasePages(jvm, region));
    }

    /** The region or pool whose size it is, so that several findings about it count once. */
    static String memory(Outcome.Finding finding) {
        RegionName region = REGIONS.get(finding.rule());
        return region == null ? finding.subject() : region.toString();
    }

    /** The region that a row's finding could bring onto huge pages; null if there is none. */
    static @Nullable String memory(FleetRow row) {
        RegionName region = row.rule() == null ? null : REGIONS.get(row.rule());
        return region == null ? null : region.toString();
    }

    private static Optional<Bytes> onBasePages(Jvm jvm, RegionName region) {
        return jvm.region(region).backing().known().filter(Backing::exact).map(Backing::baseMin);
    }

    /** The pool that {@code 2M pool} names. */
    private static Optional<Bytes> idle(String subject, List<HugePool> pools) {
        return pools.stream()
                .filter(pool -> subject.equals(name(pool.pageSize()) + " pool"))
                .map(HugePool::idle)
                .findFirst();
    }

    /** {@code 2M} for 2 MiB. */
    private static String name(Bytes pageSize) {
        String size = pageSize.toString();
        int blank = size.indexOf(' ');
        return blank < 0 ? size : size.substring(0, blank) + size.charAt(blank + 1);
    }
}
