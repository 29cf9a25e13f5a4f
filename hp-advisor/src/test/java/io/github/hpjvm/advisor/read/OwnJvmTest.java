package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The JVM that runs this test, looked at from outside. */
@Timeout(60)
class OwnJvmTest {

    private static final Path PROC = Path.of("/proc");

    @Test
    void isReadWithoutAttach() {
        assumeTrue(Files.isReadable(PROC.resolve("self/maps")), "no procfs");
        assumeTrue(System.getProperty("java.vm.name").contains("Server VM"), "not HotSpot");
        long pid = ProcessHandle.current().pid();
        Jvm jvm = Jvms.read(Roots.host(), pid, Reach.glance());
        VmIdentity vm = jvm.identity().known().orElseThrow();
        assertEquals(VmKind.HOTSPOT, vm.vm());
        assertTrue(jvm.startTicks() > 0);
        assertTrue(jvm.commandLine().known().orElseThrow().get(0).endsWith("java"));
        assertTrue(jvm.arguments().known().filter(Arguments::complete).isPresent(), jvm.arguments()::toString);
        assertEquals(RegionName.values().length, jvm.unknowns().size());
        assertTrue(Jvms.discover(Roots.host()).stream().anyMatch(j -> j.pid() == pid));
    }

    @Test
    void itsHeapIsLocatedByItsTablesAndItsTextByItsMappings() {
        assumeTrue(Files.isReadable(PROC.resolve("self/smaps")), "no procfs");
        Reach reach = new Reach(Contact.never(), true, 60_000, io.github.hpjvm.advisor.term.Bytes.ofMiB(2));
        Jvm jvm = Jvms.read(Roots.host(), ProcessHandle.current().pid(), reach);
        assertTrue(jvm.region(RegionName.TEXT).backing().known().isPresent());
        assertTrue(jvm.region(RegionName.HEAP).location().known().isPresent(), jvm::toString);
        assertTrue(jvm.region(RegionName.HEAP).location().source().path().endsWith("/mem"), jvm::toString);
    }

    @Test
    void aMissingProcessIsVanished() {
        assumeTrue(Files.isDirectory(PROC.resolve("self")), "no procfs");
        Jvm jvm = Jvms.read(Roots.host(), 5_000_001, Reach.glance());
        assertEquals(Optional.empty(), jvm.identity().known());
        assertTrue(jvm.status() instanceof Fact.Absent<?> a && a.reason() == Reason.VANISHED, jvm::toString);
    }
}
