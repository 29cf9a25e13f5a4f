package io.github.hpjvm.advisor.rule;

import static io.github.hpjvm.advisor.FactsSamples.counted;
import static io.github.hpjvm.advisor.FactsSamples.free;
import static io.github.hpjvm.advisor.FactsSamples.host;
import static io.github.hpjvm.advisor.FactsSamples.kernel;
import static io.github.hpjvm.advisor.FactsSamples.khugepaged;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.thp;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.environment;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static io.github.hpjvm.advisor.JvmSamples.heap;
import static io.github.hpjvm.advisor.JvmSamples.jvm;
import static io.github.hpjvm.advisor.JvmSamples.limit;
import static io.github.hpjvm.advisor.JvmSamples.limited;
import static io.github.hpjvm.advisor.JvmSamples.memoryLimit;
import static io.github.hpjvm.advisor.JvmSamples.on;
import static io.github.hpjvm.advisor.JvmSamples.status;
import static io.github.hpjvm.advisor.JvmSamples.version;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CapturedJvm;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a JVM with its requested pages has no warning on a host without problems. */
class HealthyTest {
    private static final String THP = "-XX:+UseTransparentHugePages";
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String PRETOUCH = "-XX:+AlwaysPreTouch";
    private static final Path HOSTS = Path.of("src/test/resources/hosts");

    /** The captured JVMs with a problem, and the rules that report it. */
    private static final Map<String, Set<String>> ILL = Map.of(
            "jdk25-g1-short-pool", Set.of("HP-101"),
            "fragmented", Set.of("HP-102"));

    private static Jvm onThp(Jvm jvm, Bytes heap) {
        return heap(jvm, on(PageKind.THP, heap));
    }

    private static Jvm onPool(Jvm jvm, Bytes heap) {
        return with(heap(jvm, on(PageKind.HUGETLB, heap)), "status", status(heap.value() / 1024 + " kB"));
    }

    private static Host quiet(Host host) {
        return free(counted(khugepaged(host), 500_000, 900), 4000);
    }

    static Map<String, Facts> setUps() {
        Bytes gib = Bytes.ofGiB(1);
        Map<String, Facts> all = new LinkedHashMap<>();
        for (int release : List.of(8, 11, 17, 21, 25, 26, 28)) {
            all.put(release + ", G1, THP", FactsSamples.facts(quiet(host()), onThp(g1(release, THP), gib)));
        }
        for (Collector gc : List.of(Collector.SERIAL, Collector.PARALLEL, Collector.SHENANDOAH)) {
            all.put(
                    "21, " + gc + ", THP, fixed",
                    FactsSamples.facts(quiet(host()), onThp(jvm(21, gc, gib, THP, "-Xms1g", "-Xmx1g", PRETOUCH), gib)));
            all.put(
                    "17, " + gc + ", pool",
                    FactsSamples.facts(quiet(pool(700, 0, 0)), onPool(jvm(17, gc, gib, LARGE), gib)));
        }
        all.put(
                "21, ZGC, THP of shared memory",
                FactsSamples.facts(quiet(host()), onThp(jvm(21, Collector.ZGC, gib, "-XX:+UseZGC", THP), gib)));
        all.put(
                "25, ZGC, pool with room for the grown heap",
                FactsSamples.facts(
                        quiet(pool(700, 188, 0)), onPool(jvm(25, Collector.ZGC, gib, "-XX:+UseZGC", LARGE), gib)));
        all.put("17, nothing requested", FactsSamples.facts(quiet(host()), g1(17)));
        all.put("21, a small heap", FactsSamples.facts(quiet(host()), jvm(21, Collector.SERIAL, Bytes.ofMiB(64))));
        all.put(
                "17, host always, nothing requested",
                FactsSamples.facts(quiet(thp("always", "inherit", "never")), onThp(g1(17), gib)));
        all.put(
                "8, host always, old kernel, few threads",
                FactsSamples.facts(
                        quiet(kernel(thp("always", "-", "never"), "3.10.0-1160.el7")),
                        JvmSamples.status(onThp(g1(8), gib), "Threads", "80")));
        all.put(
                "17.0.12, host always, kernel 5.14, 5 000 threads",
                FactsSamples.facts(
                        quiet(kernel(thp("always", "-", "never"), "5.14.0-427.el9")),
                        JvmSamples.status(version(onThp(g1(17), gib), "17.0.12+7"), "Threads", "5000")));
        all.put(
                "21, host never, nothing requested",
                FactsSamples.facts(quiet(thp("never", "inherit", "never")), g1(21)));
        all.put(
                "17, THP, a container with room",
                FactsSamples.facts(
                        quiet(host()), memoryLimit(onThp(g1(17, THP, "-Xms1g", "-Xmx1g", PRETOUCH), gib), 3072, 1600)));
        all.put(
                "17, pool, a pod with limits that fit",
                FactsSamples.facts(
                        quiet(pool(700, 0, 0)),
                        limited(onPool(g1(17, LARGE), gib), false, limit("/kubepods", 1400, 1024))));
        all.put(
                "21, THP, a heap that has only begun to grow",
                FactsSamples.facts(
                        quiet(host()), heap(g1(21, THP, "-Xms64m", "-Xmx1g"), on(PageKind.THP, gib, Bytes.ofMiB(64)))));
        all.put(
                "21, THP, an untouched heap",
                FactsSamples.facts(quiet(host()), heap(g1(21, THP), on(PageKind.BASE, gib, Bytes.ZERO))));
        all.put(
                "17, THP, defrag stalled long ago and blocks are free now",
                FactsSamples.facts(
                        free(counted(khugepaged(host()), 10_000, 9_000), 4000),
                        heap(g1(17, THP), on(PageKind.THP, gib, Bytes.ofMiB(512)))));
        all.put(
                "17, THP, blocks are few and nothing ever stalled",
                FactsSamples.facts(
                        free(counted(khugepaged(host()), 10_000, 20), 3),
                        heap(g1(17, THP), on(PageKind.THP, gib, Bytes.ofMiB(512)))));
        all.put(
                "25, pool, malloc on THP",
                FactsSamples.facts(
                        quiet(pool(660, 0, 0)),
                        environment(onPool(g1(25, LARGE), gib), "GLIBC_TUNABLES", "glibc.malloc.hugetlb=1")));
        all.put(
                "21, a pool for a database, and a JVM that does without",
                FactsSamples.facts(quiet(pool(4096, 100, 60)), g1(21)));
        all.put("11, OpenJ9", FactsSamples.facts(quiet(host()), JvmSamples.other(VmKind.OPENJ9)));
        return all;
    }

    static Set<String> names() {
        return setUps().keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void hasNoWarning(String name) {
        Facts facts = setUps().get(name);
        Advice advice = Advisor.advise(facts, facts.jvms().get(0));
        assertEquals(List.of(), troubles(advice), name);
        assertTrue(
                advice.outcomes().stream()
                        .noneMatch(outcome -> outcome instanceof Outcome.Unknown unknown
                                && unknown.subject().equals("heap")),
                advice.outcomes().toString());
    }

    @Test
    void coversAtLeastTwentySituations() {
        assertTrue(setUps().size() >= 20, setUps().size() + " set-ups");
    }

    private static List<Outcome.Finding> troubles(Advice advice) {
        return advice.findings().stream()
                .filter(finding -> finding.severity() != Severity.INFO)
                .toList();
    }

    static List<Path> trees() throws IOException {
        try (Stream<Path> all = Files.list(HOSTS)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    /**
     * A JVM without page flags, on each captured host. Idle pools are excluded, because they were captured on purpose.
     */
    @ParameterizedTest
    @MethodSource("trees")
    void aJvmWithoutPageFlagsHasNoWarningOnAnyHost(Path tree) {
        Host host = HostFacts.read(Roots.under(tree));
        for (int release : List.of(8, 17, 25)) {
            Jvm jvm = g1(release);
            assertEquals(
                    List.of(),
                    troubles(Advisor.advise(FactsSamples.facts(host, jvm), jvm)).stream()
                            .filter(finding -> !finding.rule().equals("HP-106"))
                            .toList());
        }
    }

    static List<CapturedJvm> captured() {
        return CapturedJvm.all();
    }

    @ParameterizedTest
    @MethodSource("captured")
    void capturedJvmsHaveTheExpectedWarnings(CapturedJvm captured) {
        Jvm jvm = captured.facts(HOSTS);
        Host host = HostFacts.read(Roots.under(HOSTS.resolve(captured.host())));
        Set<String> rules = new TreeSet<>();
        troubles(Advisor.advise(FactsSamples.facts(host, jvm), jvm)).forEach(finding -> rules.add(finding.rule()));
        assertEquals(new TreeSet<>(ILL.getOrDefault(captured.host(), Set.of())), rules);
    }
}
