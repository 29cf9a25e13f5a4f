package io.github.hpjvm.cli.text;

import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.pool;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.Relaunch;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemedyTextTest {
    private static final String LARGE = "-XX:+UseLargePages";

    /** The remedies for a JVM that may use node 1 only. */
    private static List<String> lines(Jvm jvm, Host host) {
        Jvm bound = with(
                jvm,
                "status",
                known(new ProcStatus(Map.of("Name", "java", "Mems_allowed_list", "1")), "/proc/4242/status"));
        Launch launch = Relaunch.of(bound, host).orElseThrow();
        Prediction prediction = PageModel.predict(launch, host.forAdvice());
        List<String> lines = RemedyText.lines(launch, host, prediction);
        assertEquals(!lines.isEmpty(), RemedyText.changesPool(launch, host, prediction), lines.toString());
        return lines;
    }

    private static Host nodes(Host host, Bytes size, long first, long second) {
        return with(
                host,
                "nodePools",
                known(
                        List.of(new NodePool(0, size, first, first, 0), new NodePool(1, size, second, second, 0)),
                        "/sys/devices/system/node"));
    }

    /** The kernel would spread pages of the whole pool evenly, and those of the other node do not count. */
    @Test
    void aJvmThatIsBoundToANodeNeedsPagesThere() {
        Bytes size = Bytes.ofMiB(2);
        String pool = "/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages";
        List<String> command = List.of("echo 651 | sudo tee " + pool);
        Jvm jvm = JvmSamples.g1(17, LARGE);
        assertEquals(command, lines(jvm, nodes(pool(1500, 1500, 0), size, 1500, 0)));
        assertEquals(command, lines(jvm, nodes(pool(0, 0, 0), size, 0, 0)));
        assertEquals(List.of(), lines(jvm, nodes(pool(1500, 1500, 0), size, 0, 1500)));
    }

    @Test
    void giganticPagesOfANodeAreOneArgumentForTheBoot() {
        Bytes size = Bytes.ofGiB(1);
        for (long there : List.of(4L, 40L)) {
            Host host = FactsSamples.host()
                    .withPools(known(
                            List.of(
                                    new HugePool(Bytes.ofMiB(2), 0, 0, 0, 0, 0),
                                    new HugePool(size, there, there, 0, 0, 0)),
                            "/sys/kernel/mm/hugepages"));
            List<String> lines = lines(
                    JvmSamples.jvm(17, Collector.G1, Bytes.ofGiB(4), LARGE, "-XX:LargePageSizeInBytes=1g", "-Xmx4g"),
                    nodes(FactsSamples.kernel(host, "6.1.0"), size, there, 0));
            assertTrue(
                    lines.get(lines.size() - 1).matches(".* hugepagesz=1G hugepages=0:" + there + ",1:[4-9]( .*)?"),
                    lines::toString);
        }
    }

    private static List<String> ofZgc11(String max) {
        Host host = pool(130, 130, 0);
        Jvm jvm = JvmSamples.jvm(
                11,
                Collector.ZGC,
                Bytes.ofMiB(512),
                LARGE,
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:+UseZGC",
                "-XX:ParallelGCThreads=2",
                "-XX:ReservedCodeCacheSize=240m",
                "-Xms8m",
                max);
        Launch launch = Relaunch.of(jvm, host).orElseThrow();
        Prediction prediction = PageModel.predict(launch, host.forAdvice());
        assertEquals("java.lang.OutOfMemoryError: Java heap too small", prediction.refusal(), prediction::toString);
        return RemedyText.ofRefusal(launch, host, prediction);
    }

    /** 120 pages are for the code, 16 and one for each worker are the reserve for relocation, and one is for the objects of the start. */
    @Test
    void zgcOf11NeedsItsReserve() {
        List<String> lines = ofZgc11("-Xmx512m");
        assertEquals(
                "the pool of 2 MiB pages has 130 available, and the JVM needs 139 at its start.",
                lines.get(0),
                lines::toString);
        assertTrue(lines.get(1).contains("vm.nr_hugepages="), lines::toString);
    }

    /** More pages would not help. */
    @Test
    void aHeapBelowTheReserveOfZgcIsNotAboutThePool() {
        assertEquals(List.of(), ofZgc11("-Xmx36m"));
    }

    /** The pool of the host has the pages, most of them on a node that the JVM may not use. */
    @Test
    void zgcThatIsBoundToANodeNeedsPagesThere() {
        Bytes size = Bytes.ofMiB(2);
        Jvm jvm = with(
                JvmSamples.jvm(17, Collector.ZGC, Bytes.ofGiB(1), LARGE, "-XX:+UseZGC", "-Xms1g", "-Xmx1g"),
                "status",
                known(new ProcStatus(Map.of("Name", "java", "Mems_allowed_list", "1")), "/proc/4242/status"));
        Host host = nodes(pool(1500, 1500, 0), size, 1400, 100);
        Launch launch = Relaunch.of(jvm, host).orElseThrow();
        Prediction prediction = PageModel.predict(launch, host.forAdvice());
        assertEquals(Optional.of(false), prediction.starts(), prediction::toString);
        List<String> lines = RemedyText.ofRefusal(launch, host, prediction);
        assertTrue(lines.get(0).endsWith("its NUMA nodes or control groups have fewer."), lines::toString);
        assertTrue(lines.get(1).contains("node1/hugepages/hugepages-2048kB/nr_hugepages"), lines::toString);
        Host enough = nodes(pool(1500, 1500, 0), size, 0, 1500);
        assertEquals(List.of(), RemedyText.ofRefusal(launch, enough, PageModel.predict(launch, enough.forAdvice())));
    }
}
