package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Words;
import java.util.List;
import java.util.stream.Stream;

/** The start of a JVM whose control group has another limit, or none. */
final class AppliedLimit {
    private final String file;
    private final String value;

    private AppliedLimit(String file, String value) {
        this.file = file;
        this.value = value;
    }

    static Launch to(Launch launch, String file, String value) {
        AppliedLimit limit = new AppliedLimit(file, value);
        return launch.withCgroup(launch.cgroup().map(limit::group));
    }

    private Cgroup group(Cgroup now) {
        return now.withHugetlb(now.hugetlb()
                        .map(sizes -> sizes.stream().map(this::hugetlb).toList()))
                .withMemory(now.memory().map(this::memory));
    }

    private HugetlbGroup hugetlb(HugetlbGroup now) {
        return new HugetlbGroup(
                now.pageSize(),
                limits(now.max()),
                limits(now.reservedMax()),
                now.current(),
                now.reservedCurrent(),
                now.refused());
    }

    private MemoryGroup memory(MemoryGroup now) {
        return new MemoryGroup(
                limits(now.limits()),
                now.current(),
                now.anonThp(),
                now.shmemThp(),
                now.fileThp(),
                now.rssHuge(),
                now.hugetlbCharged(),
                now.high().map(this::limits));
    }

    private List<GroupLimit> limits(List<GroupLimit> all) {
        return all.stream()
                .flatMap(one -> one.file().equals(file) ? changed(one) : Stream.of(one))
                .toList();
    }

    private Stream<GroupLimit> changed(GroupLimit now) {
        return Words.isNumber(value, 18)
                ? Stream.of(new GroupLimit(
                        Bytes.of(Long.parseLong(value)), now.usage(), now.cache(), now.cgroup(), now.file()))
                : Stream.empty();
    }
}
