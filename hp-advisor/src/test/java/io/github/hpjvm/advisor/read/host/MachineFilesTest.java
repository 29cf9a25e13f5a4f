package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Virtualization;
import io.github.hpjvm.advisor.term.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineFilesTest {
    @TempDir
    private Path sys;

    private Optional<String> machine(String vendor, String product) throws IOException {
        Path dmi = Files.createDirectories(sys.resolve("class/dmi/id"));
        Files.writeString(dmi.resolve("sys_vendor"), vendor);
        Files.writeString(dmi.resolve("product_name"), product);
        return MachineFiles.virtualization(
                        sys, Fact.absent(Reason.NOT_PRESENT, Source.of(Path.of("/proc/cpuinfo"), "not there")))
                .known()
                .flatMap(it -> it.machine());
    }

    @Test
    void theMachineIsVendorAndProduct() throws IOException {
        assertEquals(Optional.of("Amazon EC2 m7g.2xlarge"), machine("Amazon EC2\n", "m7g.2xlarge\n"));
    }

    @Test
    void hiddenCharactersOfTheFirmwareDoNotEnterTheFacts() throws IOException {
        assertEquals(Optional.of("Amazon EC2 m7g.2xl\ufffdr"), machine("Amazon EC2\n", "m7g.2xl\u000fr\n"));
    }

    private Optional<Virtualization> virtualization() {
        return MachineFiles.virtualization(
                        sys, Fact.absent(Reason.NOT_PRESENT, Source.of(Path.of("/proc/cpuinfo"), "not there")))
                .known();
    }

    /** QEMU's machine virt, started without firmware. */
    @Test
    void theDeviceTreeOfAnAarch64GuestIsRead() throws IOException {
        assertEquals(Optional.empty(), virtualization());
        Path tree = Files.createDirectories(sys.resolve("firmware/devicetree/base"));
        Files.writeString(tree.resolve("model"), "linux,dummy-virt\0");
        assertEquals(
                Optional.of(new Virtualization(Optional.of(true), Optional.empty(), Optional.empty())),
                virtualization());
        Files.createDirectory(tree.resolve("fw-cfg@9020000"));
        assertEquals(Optional.of("QEMU"), virtualization().orElseThrow().hypervisor());
        Files.createDirectory(tree.resolve("hypervisor"));
        Files.writeString(tree.resolve("hypervisor/compatible"), "xen,xen-4.11\0xen,xen\0");
        assertEquals(Optional.of("Xen"), virtualization().orElseThrow().hypervisor());
    }

    @Test
    void coresOfAarch64HaveNames() {
        String cpuinfo = "processor : 0\nCPU implementer : 0x41\nCPU architecture: 8\nCPU part : 0xd0c\n";
        assertEquals(
                Optional.of("Neoverse-N1 (implementer 0x41, part 0xd0c)"),
                MachineFiles.parseCpu(cpuinfo, Optional.of(2L)).model());
        assertEquals(
                Optional.of("implementer 0x41, part 0xfff"),
                MachineFiles.parseCpu(cpuinfo.replace("0xd0c", "0xfff"), Optional.empty())
                        .model());
    }
}
