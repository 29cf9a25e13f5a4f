package io.github.hpjvm.advisor.plan;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.memory;
import static io.github.hpjvm.advisor.FactsSamples.with;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.HugetlbGroup;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.MemoryGroup;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** A JVM that runs and its host, such as there are, with nothing of either in order. */
record RandomStart(Jvm jvm, Host host) {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final List<Integer> RELEASES = List.of(8, 11, 17, 21, 25, 26);
    private static final List<String> WORDS = List.of("always", "madvise", "never");
    private static final List<String> OF_SIZE = List.of("-", "inherit", "always", "madvise", "never");
    private static final List<String> SHMEM = List.of("-", "always", "within_size", "advise", "never", "deny", "force");
    private static final List<String> FLAGS = List.of(
            "-XX:+UseLargePages",
            "-XX:+UseLargePages",
            "-XX:+UseTransparentHugePages",
            "-XX:+UseTransparentHugePages",
            "-XX:-UseTransparentHugePages",
            "-XX:-UseLargePages",
            "-XX:+AlwaysPreTouch",
            "-XX:ReservedCodeCacheSize=64m");

    static RandomStart draw(SplittableRandom random) {
        int release = oneOf(RELEASES, random);
        List<Collector> collectors = List.of(Collector.values()).stream()
                .filter(gc -> gc.isIn(release) && gc != Collector.EPSILON)
                .toList();
        Bytes heap = Bytes.ofMiB(oneOf(List.of(256, 512, 1024, 2048, 8192, 12288), random));
        List<String> arguments =
                new ArrayList<>(List.of("-Xmx" + heap.value() / Bytes.ofMiB(1).value() + "m"));
        for (int n = random.nextInt(3); n > 0; n--) {
            arguments.add(oneOf(FLAGS, random));
        }
        Jvm jvm = JvmSamples.jvm(release, oneOf(collectors, random), heap, arguments.toArray(String[]::new));
        Bytes touched = heap.dividedBy(1 + random.nextInt(3));
        jvm = JvmSamples.heap(jvm, JvmSamples.on(random.nextInt(4) == 0 ? PageKind.THP : PageKind.BASE, heap, touched));
        return new RandomStart(with(jvm, "cgroup", known(group(random), "/proc/4242/cgroup")), host(random));
    }

    private static Host host(SplittableRandom random) {
        Host host = FactsSamples.thp(oneOf(WORDS, random), oneOf(OF_SIZE, random), oneOf(SHMEM, random));
        host = host.withMemory(memory(Bytes.ofMiB(512L << random.nextInt(6)), TWO_MIB));
        long total = oneOf(List.of(0, 0, 60, 420, 700, 5000), random);
        long free = total == 0 ? 0 : random.nextLong(total + 1);
        long reserved = free == 0 ? 0 : random.nextLong(free + 1);
        HugePool pool = new HugePool(TWO_MIB, total, free, reserved, 0, oneOf(List.of(0, 0, 0, 300), random));
        host = host.withPools(
                known(List.of(pool, new HugePool(Bytes.ofGiB(1), 0, 0, 0, 0, 0)), "/sys/kernel/mm/hugepages"));
        long blocks = oneOf(List.of(0, 10, 500, 20_000), random);
        return random.nextBoolean()
                ? host
                : host.withFragmentation(known(
                        new Fragmentation(9, new Fragmentation.Share(blocks * 512 + 1000, blocks, 0.5), List.of()),
                        "/proc/buddyinfo"));
    }

    private static Cgroup group(SplittableRandom random) {
        HugetlbGroup hugetlb = new HugetlbGroup(
                TWO_MIB,
                limits("hugetlb.2MB.max", random),
                limits("hugetlb.2MB.rsvd.max", random),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        MemoryGroup memory = new MemoryGroup(
                limits("memory.max", random),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        Cgroup group = with(FactsSamples.groups(), "hugetlb", known(List.of(hugetlb), "/sys/fs/cgroup"));
        group = with(group, "ancestorsHidden", random.nextInt(4) == 0);
        return with(group, "memory", known(memory, "/sys/fs/cgroup/memory.max"));
    }

    private static List<GroupLimit> limits(String file, SplittableRandom random) {
        return random.nextInt(4) > 0
                ? List.of()
                : List.of(new GroupLimit(
                        Bytes.ofMiB(64L << random.nextInt(9)),
                        random.nextBoolean() ? Optional.of(Bytes.ofMiB(random.nextInt(64))) : Optional.empty(),
                        "/a",
                        "/sys/fs/cgroup/a/" + file));
    }

    private static <T> T oneOf(List<T> all, SplittableRandom random) {
        return all.get(random.nextInt(all.size()));
    }
}
