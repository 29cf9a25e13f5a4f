package io.github.hpjvm.advisor;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.json.FactsJson;
import io.github.hpjvm.advisor.json.SnapshotText;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Snapshots of a fleet: the captured snapshot, varied by a seed. Its host name, its JVMs, their names, arguments and pages,
 * the mode of THP, the pool, the CPU time and the memory that huge pages would fill differ; everything else is as captured.
 */
public final class FleetSamples {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final List<String> CLUSTERS = List.of("fra.example.com", "iad.example.com", "nrt.example.com");
    private static final List<String> SERVICES = List.of(
            "shop.Orders",
            "shop.Cart",
            "shop.Search",
            "shop.Billing",
            "shop.Edge",
            "/opt/ledger/ledger.jar",
            "etl.Main");

    /** One file of this many is damaged. */
    private static final int DAMAGED_ONE_IN = 100;

    private static final Facts CAPTURED = captured();

    private FleetSamples() {}

    /**
     * A snapshot of six JVMs (Java 8, 11, 17, 21 and 25) that hp-cli wrote before it stored the name of the host; as
     * captured, but paths of programs and the name of the kernel shortened.
     */
    public static byte[] capturedFile() {
        try (InputStream in = FleetSamples.class.getResourceAsStream("/snapshots/six-jvms.json.gz")) {
            return Objects.requireNonNull(in).readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The facts of the captured file. */
    public static Facts captured() {
        return FactsJson.read(capturedFile(), Bytes.ofMiB(8));
    }

    /** The facts of one host of the fleet. The same seed and number give the same facts. */
    public static Facts host(long seed, int number) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
        String mode = List.of("always", "madvise", "madvise", "never").get(random.nextInt(4));
        Host host = CAPTURED.host()
                .withThp(Fact.known(
                        FactsSamples.policy(mode, "inherit", random.nextBoolean() ? "never" : "advise"),
                        Source.of("/sys/kernel/mm/transparent_hugepage")))
                .withPools(Fact.known(List.of(pool(random)), Source.of("/sys/kernel/mm/hugepages")));
        List<Jvm> jvms = new ArrayList<>();
        long pid = random.nextInt(1, 3000);
        // Draws of its own, so that all other values stay as they were before snapshots had costs.
        SplittableRandom costs = new SplittableRandom(~(seed * 1_000_003 + number));
        for (Jvm jvm : CAPTURED.jvms()) {
            pid += random.nextInt(1, 500);
            if (random.nextInt(4) > 0) {
                jvms.add(costly(varied(FactsSamples.with(jvm, "pid", pid), random), costs));
            }
        }
        String name = "node" + number + "." + CLUSTERS.get(random.nextInt(CLUSTERS.size()));
        return new Facts(
                CAPTURED.takenAt().plusSeconds(number),
                host,
                jvms,
                CAPTURED.poolHistory(),
                Optional.of(Fact.known(name, Source.of("/proc/sys/kernel/hostname"))));
    }

    private static HugePool pool(SplittableRandom random) {
        long total = random.nextInt(3) == 0 ? random.nextInt(8192) : 0;
        long free = total == 0 ? 0 : random.nextLong(total + 1);
        return new HugePool(TWO_MIB, total, free, free / 4, 0, 0);
    }

    private static Jvm varied(Jvm jvm, SplittableRandom random) {
        Arguments given = jvm.arguments().known().orElseThrow();
        List<Argument> list = new ArrayList<>(given.list());
        if (random.nextInt(3) == 0) {
            list.add(new Argument("-XX:+UseLargePages", ArgumentOrigin.COMMAND_LINE));
        }
        String main = SERVICES.get(random.nextInt(SERVICES.size()));
        Jvm other = jvm.withArguments(Fact.known(
                new Arguments(list, given.unread(), main), jvm.arguments().source()));
        List<Region> regions = other.regions().stream()
                .map(region -> region.name() == RegionName.HEAP ? heap(region, random) : region)
                .toList();
        return FactsSamples.with(other, "regions", regions);
    }

    /** The JVM with its CPU time, unknown or too young now and then, and with the memory that huge pages would fill. */
    private static Jvm costly(Jvm jvm, SplittableRandom random) {
        long age = random.nextInt(30) == 0 ? random.nextLong(10_000) : random.nextLong(10_000, 5_000_000_000L);
        long used = (long) (age * Math.pow(random.nextDouble(), 4) * 16);
        Optional<CpuUse> cpu = random.nextInt(20) == 0 ? Optional.empty() : Optional.of(new CpuUse(used, age));
        boolean read = random.nextInt(10) > 0;
        long most = Math.max(1, jvm.region(RegionName.HEAP).reserved().value() / 8);
        Bytes fill = Bytes.ofKiB(4).times(random.nextLong(most) / Bytes.ofKiB(4).value());
        List<Region> regions = jvm.regions().stream()
                .map(region -> region.name() == RegionName.HEAP && read ? region.withFill(Optional.of(fill)) : region)
                .toList();
        return FactsSamples.with(FactsSamples.with(jvm, "regions", regions), "cpu", cpu);
    }

    /** The heap, backed by pages of one or two kinds; now and then unknown. */
    private static Region heap(Region heap, SplittableRandom random) {
        if (heap.backing().known().isEmpty() || random.nextInt(20) == 0) {
            return heap;
        }
        long units = Math.max(1, heap.backing().known().orElseThrow().reserved().value() / TWO_MIB.value());
        long huge = random.nextInt(3) == 0 ? units : random.nextInt(2) == 0 ? 0 : random.nextLong(units);
        PageKind kind = random.nextBoolean() ? PageKind.THP : PageKind.HUGETLB;
        Backing backing = new Backing(
                TWO_MIB.times(units),
                List.of(
                        new Pages(kind, TWO_MIB, TWO_MIB.times(huge), TWO_MIB.times(huge)),
                        new Pages(
                                PageKind.BASE,
                                Bytes.ofKiB(4),
                                TWO_MIB.times(units - huge),
                                TWO_MIB.times(units - huge))));
        return FactsSamples.with(
                heap, "backing", Fact.known(backing, heap.backing().source()));
    }

    /** The file of a host: full, compact, or compact and compressed; one in a hundred is damaged. */
    public static byte[] file(long seed, int number) {
        Facts facts = host(seed, number);
        byte[] file = switch (number % 3) {
            case 0 -> FactsJson.write(facts).getBytes(StandardCharsets.UTF_8);
            case 1 -> FactsJson.writeCompact(facts).getBytes(StandardCharsets.UTF_8);
            default -> SnapshotText.compressed(FactsJson.writeCompact(facts));
        };
        return isDamaged(seed, number)
                ? Arrays.copyOf(file, new SplittableRandom(seed + number).nextInt(file.length - 8))
                : file;
    }

    /** Returns whether the file of that host is cut off. */
    public static boolean isDamaged(long seed, int number) {
        return Math.floorMod(seed + number, DAMAGED_ONE_IN) == DAMAGED_ONE_IN - 1;
    }

    /** The name of the file of a host. */
    public static String name(int number) {
        return String.format("%03d/node%d.json%s", number / 1000, number, number % 3 == 2 ? ".gz" : "");
    }

    /** Writes the files of a fleet. */
    public static void write(Path folder, int count, long seed) throws IOException {
        for (int number = 0; number < count; number++) {
            Path file = folder.resolve(name(number));
            Files.createDirectories(file.getParent());
            Files.write(file, file(seed, number));
        }
    }

    /** Writes a fleet for a measurement: folder, number of hosts, seed. */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]));
        System.out.println(arguments[1] + " snapshots in " + arguments[0] + ", seed " + arguments[2]);
    }
}
