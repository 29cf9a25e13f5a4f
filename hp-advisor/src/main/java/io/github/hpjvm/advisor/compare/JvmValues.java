package io.github.hpjvm.advisor.compare;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The values of a JVM that are compared: VM, arguments, flags, limits, pages of its regions, and findings. */
final class JvmValues {
    private static final String GIVEN = "given";
    private static final String DEFAULT = "default";
    private static final String REQUESTED = "requested";
    private static final String NO_LIMIT = "none";

    /** Flags in which the JVM stores a random address: MetaspaceShared::map_archives in metaspaceShared.cpp. */
    private static final Set<String> ADDRESSES = Set.of("SharedBaseAddress");

    private JvmValues() {}

    /**
     * The values in groups: the same number of groups for each JVM.
     *
     * @param other the JVM with which it is compared
     */
    static List<Values> of(Advice advice, Jvm other) {
        Jvm jvm = advice.jvm();
        return List.of(vm(advice), arguments(jvm), flags(jvm, other), limits(jvm), pages(jvm), findings(advice));
    }

    /** The values of a JVM that is in one snapshot only: request, pages of the heap, and findings. */
    static Values alone(Advice advice) {
        Values values = new Values();
        values.put(REQUESTED, advice.requested().name());
        pages(advice.jvm().region(RegionName.HEAP), values);
        findings(advice, values);
        return values;
    }

    private static Values vm(Advice advice) {
        Values values = new Values();
        Optional<VmIdentity> vm = advice.jvm().identity().known();
        values.put("version", vm.map(VmIdentity::version));
        values.put("vendor", vm.map(VmIdentity::vendor));
        values.put("collector", vm.flatMap(VmIdentity::gc));
        values.put("maximum heap", vm.flatMap(VmIdentity::maxHeap));
        values.put(REQUESTED, advice.requested().name());
        return values;
    }

    private static Values arguments(Jvm jvm) {
        Values values = new Values();
        Optional<Arguments> arguments = jvm.arguments().known();
        if (arguments.isEmpty()) {
            values.put("arguments", ValueChange.UNKNOWN);
        }
        arguments.ifPresent(it -> ArgumentTexts.of(it).forEach(text -> values.put(ValueChange.ARGUMENT + text, GIVEN)));
        return values;
    }

    /**
     * The final values of the flags, for the flags that both JVMs have: releases differ in which they have. Of the same build, a
     * flag that is missing in one has its default, because compact snapshots leave those out.
     */
    private static Values flags(Jvm jvm, Jvm other) {
        Map<String, VmFlag> own = jvm.flags().known().orElse(Map.of());
        Map<String, VmFlag> theirs = other.flags().known().orElse(Map.of());
        Set<String> names = new TreeSet<>(own.keySet());
        if (isSameBuild(jvm, other) && !own.isEmpty() && !theirs.isEmpty()) {
            names.addAll(theirs.keySet());
            names.removeIf(name -> isDefaultInOneOnly(own.get(name), theirs.get(name)));
        } else {
            names.retainAll(theirs.keySet());
        }
        names.removeAll(ADDRESSES);
        Values values = new Values();
        for (String name : names) {
            VmFlag flag = own.get(name);
            values.put("flag " + name, flag == null ? DEFAULT : flag.value());
        }
        return values;
    }

    private static boolean isDefaultInOneOnly(@Nullable VmFlag own, @Nullable VmFlag theirs) {
        return own == null ? theirs == null || theirs.isDefault() : theirs == null && own.isDefault();
    }

    private static boolean isSameBuild(Jvm jvm, Jvm other) {
        Optional<String> version = jvm.identity().known().map(VmIdentity::version);
        return version.isPresent() && version.equals(other.identity().known().map(VmIdentity::version));
    }

    /** The lowest limits of its control groups. */
    private static Values limits(Jvm jvm) {
        Values values = new Values();
        Optional<Cgroup> groups = jvm.cgroup().known();
        Optional<MemoryGroup> memory = groups.flatMap(group -> group.memory().known());
        values.put("memory limit", memory.map(group -> limit(group.tightest())));
        memory.flatMap(MemoryGroup::tightestHigh)
                .ifPresent(
                        high -> values.put("memory delayed above", high.limit().toString()));
        Optional<List<HugetlbGroup>> hugetlb = groups.flatMap(it -> it.hugetlb().known());
        if (hugetlb.isEmpty()) {
            values.put("hugetlb limits", ValueChange.UNKNOWN);
        }
        for (HugetlbGroup group : hugetlb.orElse(List.of())) {
            String name = "hugetlb " + group.pageSize();
            values.put(name + " limit", limit(group.tightest()));
            values.put(name + " reservation limit", limit(group.tightestReserved()));
        }
        return values;
    }

    private static String limit(Optional<GroupLimit> tightest) {
        return tightest.map(limit -> limit.limit().toString()).orElse(NO_LIMIT);
    }

    private static Values pages(Jvm jvm) {
        Values values = new Values();
        for (RegionName name : RegionName.values()) {
            pages(jvm.region(name), values);
        }
        return values;
    }

    private static void pages(Region region, Values values) {
        Optional<Backing> backing = region.backing().known();
        values.put(region.name() + " pages", backing.flatMap(Backing::kind));
        values.put(
                region.name() + " coverage",
                backing.map(Backing::coverage)
                        .filter(coverage -> coverage.isPresent())
                        .map(coverage -> Math.round(coverage.getAsDouble() * 100) + " %"));
    }

    private static Values findings(Advice advice) {
        Values values = new Values();
        findings(advice, values);
        return values;
    }

    private static void findings(Advice advice, Values values) {
        for (Outcome.Finding finding : advice.findings()) {
            values.put(
                    "finding " + finding.rule() + " " + finding.subject(),
                    finding.severity() + ": " + finding.summary());
        }
    }
}
