package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hosts for tests: one that is in order, and what makes one thing of it different. */
public final class FactsSamples {
    private static final Instant TAKEN_AT = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final Bytes PLENTY = Bytes.ofGiB(16);

    private FactsSamples() {}

    public static Facts facts(Host host, Jvm... jvms) {
        return new Facts(TAKEN_AT, host, List.of(jvms));
    }

    /** THP by madvise, also of shared memory; an empty pool of 2 MiB pages; 16 GiB available; all other facts absent. */
    public static Host host() {
        return new Host(
                known(new Kernel("6.12.1", Optional.of("x86_64")), "/proc/sys/kernel/osrelease"),
                known(Bytes.ofKiB(4), "/proc/self/auxv"),
                skipped("/boot/config"),
                skipped("/proc/cmdline"),
                known(policy("madvise", "inherit", "advise"), "/sys/kernel/mm/transparent_hugepage"),
                skipped("/sys/kernel/mm/transparent_hugepage"),
                Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage/hugetext_enabled")),
                pools(0, 0, 0),
                skipped("/sys/devices/system/node"),
                skipped("/proc/self/mountinfo"),
                skipped("/proc/self/limits"),
                skipped("/proc/sys/vm"),
                memory(PLENTY, TWO_MIB),
                skipped("/proc/vmstat"),
                skipped("/proc/buddyinfo"),
                skipped("/proc/pressure/memory"),
                skipped("/proc/swaps"),
                Fact.absent(Reason.SKIPPED, Source.of("/proc/self/cgroup")),
                skipped("/proc/cpuinfo"),
                skipped("/sys/hypervisor"),
                skipped("/sys/bus/virtio"));
    }

    /** A host whose files say so; {@code perSize} and {@code shmem} may be "-" for a kernel without that file. */
    public static Host thp(String enabled, String perSize, String shmem) {
        return host().withThp(known(policy(enabled, perSize, shmem), "/sys/kernel/mm/transparent_hugepage"));
    }

    public static ThpPolicy policy(String enabled, String perSize, String shmem) {
        return new ThpPolicy(enabled, word(perSize), "madvise", word(shmem), TWO_MIB);
    }

    private static Optional<String> word(String text) {
        return text.equals("-") ? Optional.empty() : Optional.of(text);
    }

    /** A host with such a pool of 2 MiB pages. */
    public static Host pool(long total, long free, long reserved) {
        return host().withPools(pools(total, free, reserved));
    }

    private static Fact<List<HugePool>> pools(long total, long free, long reserved) {
        return known(
                List.of(
                        new HugePool(TWO_MIB, total, free, reserved, 0, 0),
                        new HugePool(Bytes.ofGiB(1), 0, 0, 0, 0, 0)),
                "/sys/kernel/mm/hugepages");
    }

    public static Host kernel(Host host, String release) {
        return host.withKernel(known(new Kernel(release, Optional.of("x86_64")), "/proc/sys/kernel/osrelease"));
    }

    /** A host that was booted a while ago: faults for huge pages that got one, and stalls in compaction. */
    public static Host counted(Host host, long faults, long stalls) {
        return host.withVmstat(known(
                new VmStat(Map.of("thp_fault_alloc", faults, "thp_fault_fallback", 0L, "compact_stall", stalls)),
                "/proc/vmstat"));
    }

    /** A host with so many free blocks of 2 MiB. */
    public static Host free(Host host, long hugePages) {
        Fragmentation.Share share = new Fragmentation.Share(1L << 20, hugePages, 0.5);
        return host.withFragmentation(known(new Fragmentation(9, share, List.of()), "/proc/buddyinfo"));
    }

    /** A host whose khugepaged is set so, and whose smaller sizes of huge pages have these words. */
    public static Host khugepaged(Host host, Map<String, String> settings, ThpSize... sizes) {
        return host.withThpSettings(known(
                new ThpSettings(Map.of(), settings, List.of(sizes), List.of()), "/sys/kernel/mm/transparent_hugepage"));
    }

    /** A host whose kernel has a THP shrinker with these values of shrink_underused and max_ptes_none. */
    public static Host shrinker(Host host, String enabled, String zerosAllowed) {
        return host.withThpSettings(known(
                new ThpSettings(
                        Map.of("shrink_underused", enabled),
                        Map.of("max_ptes_none", zerosAllowed, "pages_to_scan", "4096", "scan_sleep_millisecs", "10000"),
                        List.of(),
                        List.of()),
                "/sys/kernel/mm/transparent_hugepage"));
    }

    /** A host on which the THP shrinker has split so many huge pages. */
    public static Host split(Host host, long pages) {
        return host.withVmstat(known(new VmStat(Map.of("thp_underused_split_page", pages)), "/proc/vmstat"));
    }

    /** As the kernel sets khugepaged by itself. */
    public static Host khugepaged(Host host) {
        return khugepaged(
                host, Map.of("max_ptes_none", "511", "pages_to_scan", "4096", "scan_sleep_millisecs", "10000"));
    }

    /** A size of transparent huge pages with a word of its own. */
    public static ThpSize size(long kib, String word) {
        return new ThpSize(
                Bytes.ofKiB(kib), Optional.of(word), Optional.empty(), Optional.of(word), Optional.empty(), Map.of());
    }

    /** The memory that programs can still have, and the size of huge pages that {@code vm.nr_hugepages} counts. */
    public static Fact<Memory> memory(Bytes available, Bytes defaultHugePage) {
        Map<String, Bytes> sizes = new LinkedHashMap<>();
        sizes.put("MemTotal", Bytes.ofGiB(32));
        sizes.put("MemAvailable", available);
        sizes.put("Hugepagesize", defaultHugePage);
        return known(new Memory(sizes), "/proc/meminfo");
    }

    public static <T> Fact<T> known(T value, String path) {
        return Fact.known(value, Source.of(path));
    }

    public static <T> Fact<T> skipped(String path) {
        return Fact.absent(Reason.SKIPPED, Source.of(path));
    }

    public static <T> Fact<T> denied(String path) {
        return Fact.absent(Reason.DENIED, Source.of(path), "run as root");
    }

    /** Groups of version 2, without a limit on anything. */
    public static Cgroup groups() {
        return new Cgroup(
                Cgroup.Layout.V2,
                Map.of(Cgroup.UNIFIED, "/app.slice/java.service"),
                Optional.empty(),
                false,
                known(List.of(), "/sys/fs/cgroup"),
                known(
                        new MemoryGroup(
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty()),
                        "/sys/fs/cgroup/memory.max"),
                Optional.empty(),
                Optional.empty());
    }

    /** The same record with one component changed. */
    public static <R extends Record> R with(R record, String component, Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        if (Arrays.stream(components).noneMatch(one -> one.getName().equals(component))) {
            throw new IllegalArgumentException(record.getClass() + " has no " + component);
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                values[i] = components[i].getName().equals(component)
                        ? value
                        : components[i].getAccessor().invoke(record);
            }
            @SuppressWarnings("unchecked")
            R changed = (R) record.getClass().getConstructor(types).newInstance(values);
            return changed;
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(component, e);
        }
    }
}
