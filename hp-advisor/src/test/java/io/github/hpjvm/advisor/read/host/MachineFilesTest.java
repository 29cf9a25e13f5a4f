package io.github.hpjvm.advisor.read.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
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
}
