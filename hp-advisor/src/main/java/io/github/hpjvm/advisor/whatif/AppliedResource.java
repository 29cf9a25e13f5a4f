package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * The start of a JVM whose container has another limit for huge pages. The kubelet gives its pod the sum of the containers, so
 * that each group on the way up has room for it beside its present use.
 */
final class AppliedResource {
    private AppliedResource() {}

    static Launch to(Launch launch, PodResource resource) {
        Optional<Bytes> size = size(resource.value());
        if (size.isEmpty()) {
            return launch;
        }
        return launch.withCgroup(launch.cgroup()
                .map(now -> now.withHugetlb(now.hugetlb()
                        .map(groups -> groups.stream()
                                .map(group ->
                                        PodResource.hugePages(group.pageSize().value())
                                                        .equals(resource.name())
                                                ? raised(group, size.get())
                                                : group)
                                .toList()))));
    }

    /** The size that a quantity of Kubernetes with a binary unit means. */
    private static Optional<Bytes> size(String quantity) {
        return quantity.matches("[0-9]{1,9}[KMG]i") ? Optional.of(Bytes.parse(quantity + "B")) : Optional.empty();
    }

    private static HugetlbGroup raised(HugetlbGroup now, Bytes size) {
        return new HugetlbGroup(
                now.pageSize(),
                raised(now.max(), size),
                raised(now.reservedMax(), size),
                now.current(),
                now.reservedCurrent(),
                now.refused());
    }

    private static List<GroupLimit> raised(List<GroupLimit> limits, Bytes size) {
        return limits.stream()
                .map(now -> new GroupLimit(
                        now.limit().max(size.plus(now.usage().orElse(Bytes.ZERO))),
                        now.usage(),
                        now.cache(),
                        now.cgroup(),
                        now.file()))
                .toList();
    }
}
