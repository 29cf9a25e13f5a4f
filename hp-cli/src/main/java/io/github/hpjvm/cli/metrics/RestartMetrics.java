package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The pages that the JVMs that request hugetlb pages need when all of them restart, and the missing ones, as {@code hp-cli
 * size} computes them. Absent if the need of one of these JVMs is unknown.
 */
final class RestartMetrics {
    private RestartMetrics() {}

    static List<MetricSnapshot> of(List<Advice> advices, Host host) {
        List<Tenant> tenants = advices.stream()
                .filter(advice -> advice.requested() == Requested.HUGETLB)
                .map(advice -> JvmTenant.of(advice.jvm(), host))
                .toList();
        Sums needed = new Sums();
        Sums missing = new Sums();
        if (tenants.stream().allMatch(Tenant::isKnown)) {
            Map<Bytes, PoolSize> sizes = new HashMap<>();
            PoolSizes.of(tenants, 0, false, host)
                    .pools()
                    .forEach(size -> sizes.put(size.pool().pageSize(), size));
            for (HugePool pool : host.pools().known().orElse(List.of())) {
                Labels labels = Labels.of("size", HostMetrics.size(pool.pageSize()));
                PoolSize size = sizes.get(pool.pageSize());
                needed.add(labels, size == null ? 0 : size.need());
                missing.add(labels, size == null ? 0 : size.more());
            }
        }
        return List.of(
                needed.gauge(
                        "hpjvm_pool_restart_needed_pages",
                        "Pages that the JVMs that request hugetlb pages need when all of them restart."),
                missing.gauge(
                        "hpjvm_pool_restart_missing_pages",
                        "Pages that the pool lacks when all JVMs that request hugetlb pages restart."));
    }
}
