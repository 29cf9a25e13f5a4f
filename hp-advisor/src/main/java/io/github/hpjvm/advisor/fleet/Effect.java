package io.github.hpjvm.advisor.fleet;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.Affected;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The size of the memory that a finding is about. For a region without its huge pages: its resident bytes on base
 * pages. For an idle pool: its available pages. Other findings have no size.
 */
final class Effect {
    private Effect() {}

    /** The size; empty if the finding has none, or if it is unknown. */
    static Optional<Bytes> of(Outcome.Finding finding, Jvm jvm, Host host) {
        return isIdlePool(finding.rule())
                ? idle(finding.subject(), host.pools().known().orElse(List.of()))
                : region(finding.rule()).flatMap(region -> onBasePages(jvm, region));
    }

    /** The region or pool whose size it is, so that several findings about it count once. */
    static String memory(Outcome.Finding finding) {
        return region(finding.rule()).map(RegionName::toString).orElse(finding.subject());
    }

    /** The region that a row's finding could bring onto huge pages; empty if there is none. */
    static Optional<String> memory(FleetRow row) {
        return region(row.rule()).map(RegionName::toString);
    }

    /** Returns whether findings of a rule are about the available pages of a pool. */
    static boolean isIdlePool(@Nullable String rule) {
        return affected(rule) == Affected.IDLE_POOL;
    }

    /** Returns whether findings of a rule are about a region that could be on huge pages. */
    static boolean isRegion(@Nullable String rule) {
        return region(rule).isPresent();
    }

    private static Optional<RegionName> region(@Nullable String rule) {
        return affected(rule).region();
    }

    private static Affected affected(@Nullable String rule) {
        return Optional.ofNullable(rule)
                .flatMap(Rules::of)
                .map(one -> one.declaration().affected())
                .orElse(Affected.NONE);
    }

    private static Optional<Bytes> onBasePages(Jvm jvm, RegionName region) {
        return jvm.region(region)
                .backing()
                .known()
                .map(Backing::likely)
                .filter(Backing::exact)
                .map(Backing::baseMin);
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
