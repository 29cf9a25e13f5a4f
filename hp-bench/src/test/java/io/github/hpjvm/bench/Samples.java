package io.github.hpjvm.bench;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.bench.evidence.PageEvidence;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.ExpectedEffect;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.run.host.MeasuredHost;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.bench.variant.Variants;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;

/** Workloads, JVMs and hosts for tests. */
public final class Samples {
    public static final String BENCHMARK = "io.github.hpjvm.bench.workload.ByteArrayTouch.touch";
    public static final Bytes HEAP = Bytes.ofGiB(1);
    public static final Bytes PMD = Bytes.ofMiB(2);

    private static final List<String> JVM_ARGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC", "-XX:+AlwaysPreTouch");

    private Samples() {}

    /** The workload ByteArrayTouch.touch as in its source. */
    public static Workload touch() {
        List<String> sizes = List.of("1000", "10000", "1000000", "10000000", "100000000", "1000000000");
        return new Workload(
                "ByteArrayTouch.touch",
                BENCHMARK,
                Mode.AverageTime,
                JVM_ARGS,
                Map.of("size", sizes),
                Map.of("size", sizes),
                Workload.Selection.DEFAULT,
                Optional.of(new ExpectedEffect(
                        "each read has a random address, and beyond the reach of the TLB it needs a page walk first",
                        Optional.of("size"),
                        10_000,
                        0.01,
                        100_000_000,
                        false)),
                Clock.CPU);
    }

    /** Another workload with the parameter {@code size}. */
    public static Workload workload(String name, Mode mode) {
        return new Workload(
                name,
                "io.github.hpjvm.bench.workload." + name,
                mode,
                JVM_ARGS,
                Map.of("size", List.of("1", "2", "3")),
                Map.of("size", List.of("1", "2", "3")));
    }

    /** A workload with the parameter {@code size} and an expectation. */
    public static Workload withExpectation(ExpectedEffect expectation) {
        Workload same = workload("Expected.use", Mode.AverageTime);
        return new Workload(
                same.name(),
                same.benchmark(),
                same.mode(),
                same.jvmArgs(),
                same.params(),
                same.paramsInFull(),
                same.selection(),
                Optional.of(expectation),
                same.clock());
    }

    public static Case ofSize(Workload workload, long size) {
        return new Case(workload, Map.of("size", String.valueOf(size)));
    }

    public static Case ofSize(long size) {
        return ofSize(touch(), size);
    }

    public static Variant variant(String name) {
        return name.equals("baseline'")
                ? Variants.twin()
                : Variants.named(name).orElseThrow(() -> new IllegalArgumentException("no variant " + name));
    }

    /** A JVM of a version with these flags, all off, and the two flags that each release has. */
    public static TargetJvm jvm(String version, String... flags) {
        Map<String, String> known = new HashMap<>();
        known.put("UseLargePages", "false");
        known.put("UseTransparentHugePages", "false");
        List.of(flags).forEach(flag -> known.put(flag, "false"));
        return new TargetJvm(
                Path.of("/opt/jdk/bin/java"),
                JavaVersion.parse(version),
                version + "+10",
                "Some Vendor",
                "OpenJDK 64-Bit Server VM",
                known);
    }

    public static ThpPolicy policy(String enabled, String perSize) {
        return new ThpPolicy(enabled, Optional.ofNullable(perSize), "madvise", Optional.of("never"), PMD);
    }

    public static Fact<ThpPolicy> thp(String enabled, String perSize) {
        return Fact.known(policy(enabled, perSize), Source.of("/sys/kernel/mm/transparent_hugepage"));
    }

    /** Modes for 2 MiB pages of shared memory, where the global mode is never. */
    public static Fact<ThpSettings> thpSettings(String sharedPerSize) {
        ThpSize size = new ThpSize(
                PMD,
                Optional.of("inherit"),
                Optional.of(sharedPerSize),
                Optional.of("madvise"),
                Optional.of(ThpSize.effectiveShmem(sharedPerSize, "never")),
                Map.of());
        return Fact.known(
                new ThpSettings(Map.of("shmem_enabled", "never"), Map.of(), List.of(size), List.of()),
                Source.of("/sys/kernel/mm/transparent_hugepage"));
    }

    public static Fact<ThpPolicy> noThp() {
        return Fact.absent(Reason.NOT_PRESENT, Source.of("/sys/kernel/mm/transparent_hugepage"));
    }

    /** A pool of 2 MiB pages without reservations. */
    public static HugePool pool(long total, long free) {
        return new HugePool(PMD, total, free, 0, 0, 0);
    }

    /** The bill of JDK 21 with G1 and 1 GiB of heap: 642 pages. */
    public static PoolBill bill() {
        return PoolBill.of(JavaVersion.parse("21"), Collector.G1, HEAP, Optional.empty(), PMD);
    }

    public static MeasuredHost host() {
        return new MeasuredHost(
                Optional.of("test-host"),
                java.time.Instant.parse("2026-11-22T18:40:00Z"),
                "6.1.0-test",
                Optional.of("Some CPU @ 3.00GHz"),
                2,
                Optional.of(Bytes.ofGiB(16)),
                thp("madvise", "inherit"),
                Optional.of(pool(700, 690)),
                Optional.of(new Fragmentation.Share(1_000_000, 1_800, 0.078)));
    }

    public static MeasuredHost unknownHost() {
        return new MeasuredHost(
                Optional.empty(),
                java.time.Instant.parse("2026-11-22T18:40:00Z"),
                "6.1.0-test",
                Optional.empty(),
                2,
                Optional.empty(),
                noThp(),
                Optional.empty(),
                Optional.empty());
    }

    /** The evidence of a run with verified pages. */
    public static PageEvidence realised(Variant variant) {
        PageKind kind = variant.asks();
        return new PageEvidence(
                true,
                Optional.of(kind),
                HEAP,
                kind == PageKind.BASE ? Bytes.ZERO : HEAP,
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    public static PageEvidence notRealised(String reason, String fix) {
        return new PageEvidence(
                false,
                Optional.of(PageKind.BASE),
                HEAP,
                Bytes.ZERO,
                Optional.of(reason),
                Optional.ofNullable(fix),
                List.of());
    }
}
