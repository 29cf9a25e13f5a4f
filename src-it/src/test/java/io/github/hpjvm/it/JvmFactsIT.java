package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.FakeLibjvm;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.OwnProcesses;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.lab.RemoteThp;
import io.github.hpjvm.it.lab.Triggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real JVMs, examined from outside: the facts are true, and the JVMs are not disturbed. */
@Tag("jdks")
@Tag("beside")
class JvmFactsIT {
    private static final Reach FULL = Reach.full(Bytes.ofMiB(2));
    private static final Duration AT_ONCE = Duration.ofSeconds(3);

    @TempDir
    private Path folder;

    /** The processes of this test; other tests run at the same time. */
    private final OwnProcesses processes = new OwnProcesses();

    static List<Jdk> jdks() {
        return Jdks.among(8, 11, 17, 21, 25, 26, 27, 28);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void heapAndCodeAreLocatedAndCounted(Jdk jdk) {
        List<String> options =
                List.of("-XX:+UseG1GC", "-XX:-UseCompressedOops", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");
        try (LiveJvm live = processes.own(LiveJvm.start(jdk, folder, options))) {
            Jvm jvm = Jvms.read(Roots.host(), live.pid(), FULL);
            VmIdentity vm = jvm.identity().known().orElseThrow();
            assertEquals(jdk.feature(), vm.release().orElseThrow().feature());
            assertEquals(Optional.of(Collector.G1), vm.gc());
            assertEquals(Optional.of(Bytes.ofMiB(256)), vm.maxHeap());
            Backing heap = jvm.region(RegionName.HEAP).backing().known().orElseThrow();
            assertEquals(Bytes.ofMiB(256), heap.reserved());
            assertTrue(heap.residentMax().compareTo(Bytes.ofMiB(256)) <= 0, heap::toString);
            assertTrue(heap.residentMin().compareTo(Bytes.ofMiB(254)) >= 0, heap::toString);
            Backing code = jvm.region(RegionName.CODE).backing().known().orElseThrow();
            assertEquals(240, code.reserved().value() >> 20);
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertNothingLeft();
    }

    @Test
    void multiMappedHeapIsCountedOnce() {
        Jdk jdk = Needs.jdk(17);
        try (LiveJvm live =
                LiveJvm.start(jdk, folder, List.of("-XX:+UseZGC", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch"))) {
            Backing heap = Jvms.read(Roots.host(), live.pid(), FULL)
                    .region(RegionName.HEAP)
                    .backing()
                    .known()
                    .orElseThrow();
            assertEquals(Bytes.ofMiB(256), heap.reserved());
            assertEquals(Bytes.ofMiB(256), heap.residentMax());
        }
    }

    /** Half of it is made huge, so that the scan has to count both kinds; the kernel's own sums are those of smaps. */
    @Test
    void scanOfLargeHeapEqualsSmaps() throws IOException {
        Needs.lab();
        Needs.root();
        List<String> options = List.of("-XX:+UseParallelGC", "-Xms7g", "-Xmx7g", "-XX:+AlwaysPreTouch");
        try (LiveJvm live = processes.own(LiveJvm.start(Jdks.running(), folder, options))) {
            Fact<Backing> whole = heap(live.pid());
            AddressRange all = Jvms.read(Roots.host(), live.pid(), FULL)
                    .region(RegionName.HEAP)
                    .location()
                    .known()
                    .orElseThrow()
                    .get(0);
            assertTrue(whole.source().path().endsWith("by PAGEMAP_SCAN"), whole::toString);
            RemoteThp.collapse(live.pid(), all.start(), all.start() + all.size().value() / 2);
            Backing half = heap(live.pid()).known().orElseThrow();
            System.out.println(whole + "\n" + half);
            Bytes huge = hugeBySmaps(live.pid(), all);
            assertEquals(
                    huge.value(),
                    half.coverage().orElseThrow() * half.residentMax().value(),
                    4 << 20);
            assertEquals(Bytes.ofGiB(7).value(), half.residentMax().value(), 4 << 20);
            assertTrue(huge.compareTo(Bytes.ofGiB(1)) > 0 && huge.compareTo(Bytes.ofGiB(6)) < 0, huge::toString);
        }
    }

    private static Fact<Backing> heap(long pid) {
        return Jvms.read(Roots.host(), pid, FULL).region(RegionName.HEAP).backing();
    }

    /** Returns the AnonHugePages of the mappings in the range. */
    private static Bytes hugeBySmaps(long pid, AddressRange range) throws IOException {
        long sum = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                inside = start >= range.start() && start < range.end();
            } else if (inside && line.startsWith("AnonHugePages:")) {
                sum += Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return Bytes.ofKiB(sum);
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void jvmThatRefusesToAttachIsReadWithoutContact(Jdk jdk) {
        List<String> options = List.of("-XX:+DisableAttachMechanism", "-XX:-UsePerfData", "-Xmx64m");
        try (LiveJvm live = processes.own(LiveJvm.start(jdk, folder, options))) {
            assertReadAtOnce(live.pid());
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertNothingLeft();
    }

    @Test
    void stoppedJvmIsReadWithoutContact() {
        try (LiveJvm live = processes.own(LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m")))) {
            Path kill = Needs.program("kill");
            String pid = Long.toString(live.pid());
            Program.of(kill.toString(), "-STOP", pid).run();
            Poll.until("it is stopped", () -> state(live.pid()).startsWith("T"));
            assertReadAtOnce(live.pid());
            Program.of(kill.toString(), "-CONT", pid).run();
            Poll.until("it goes on", () -> state(live.pid()).startsWith("S"));
            assertEquals("ready\n", live.said());
            assertEquals(List.of(), Triggers.of(live.pid()));
        }
        assertNothingLeft();
    }

    @Test
    void programWithFakeLibjvmIsNotContacted() throws IOException {
        try (Running running = processes.own(FakeLibjvm.start(folder))) {
            assertLeftAlone(running.pid(), Reason.NOT_SUPPORTED);
            assertTrue(running.isAlive());
            assertEquals("ready\n", running.outSoFar());
            assertEquals(List.of(), Triggers.of(running.pid()));
        }
        assertNothingLeft();
    }

    @Test
    void jvmsListsThem() {
        List<String> options = List.of("-XX:+UseSerialGC", "-Xmx99m", "-XX:+UseTransparentHugePages");
        try (LiveJvm live = processes.own(LiveJvm.start(Jdks.running(), folder, options))) {
            Program.Ended listed = Cli.with("jvms").run();
            assertEquals(0, listed.exitCode(), listed.err());
            String line = listed.out()
                    .lines()
                    .filter(l -> l.strip().startsWith(live.pid() + " "))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(listed.out()));
            assertTrue(line.matches(".* SERIAL +\\d+ MiB +THP .* Waits"), line);
        }
    }

    private static void assertReadAtOnce(long pid) {
        long start = System.nanoTime();
        Jvm jvm = Jvms.read(Roots.host(), pid, FULL);
        assertTrue(System.nanoTime() - start < AT_ONCE.toNanos(), "in under three seconds");
        assertEquals(
                "67108864", jvm.flags().known().orElseThrow().get("MaxHeapSize").value());
        assertTrue(jvm.region(RegionName.HEAP).backing().known().isPresent(), jvm::toString);
    }

    private void assertLeftAlone(long pid, Reason reason) {
        long start = System.nanoTime();
        Jvm jvm = Jvms.read(Roots.host(), pid, FULL);
        assertTrue(System.nanoTime() - start < AT_ONCE.toNanos(), "in under three seconds");
        assertTrue(
                jvm.flags() instanceof Fact.Absent<?> absent && absent.reason() == reason,
                () -> jvm.flags().toString());
    }

    private void assertNothingLeft() {
        assertEquals(List.of(), processes.triggersLeft(folder));
    }

    private static String state(long pid) {
        return Jvms.read(Roots.host(), pid, Reach.glance())
                .status()
                .known()
                .flatMap(s -> s.field("State"))
                .orElse("");
    }
}
