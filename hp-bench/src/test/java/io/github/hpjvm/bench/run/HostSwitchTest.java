package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Samples;
import io.github.hpjvm.bench.host.HostFiles;
import io.github.hpjvm.bench.host.Provisioner;
import io.github.hpjvm.bench.variant.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostSwitchTest {
    private static final Path THP = Path.of("/sys/kernel/mm/transparent_hugepage");
    private static final Path ENABLED = THP.resolve("enabled");
    private static final Path DEFRAG = THP.resolve("defrag");
    private static final Path HUGE = THP.resolve("hugepages-2048kB/enabled");
    private static final Path SMALL = THP.resolve("hugepages-64kB/enabled");

    @TempDir
    Path folder;

    private Provisioner provisioner;

    @BeforeEach
    void makeHost() throws IOException {
        set(ENABLED, "madvise");
        set(DEFRAG, "madvise");
        set(HUGE, "inherit");
        set(SMALL, "never");
        provisioner = new Provisioner(folder.resolve("undo"), root(), () -> "11111111-2222-4333-8444-555555555555");
    }

    @Test
    void setsTheHostForEachVariant() throws IOException {
        HostSwitch hosts = provisioning("baseline", "thp-always", "thp-defrag-never", "mthp-64k");
        turn(hosts, "thp-always");
        assertEquals(List.of("always", "madvise", "inherit", "never"), values());
        turn(hosts, "mthp-64k");
        assertEquals(List.of("madvise", "madvise", "never", "madvise"), values());
        turn(hosts, "thp-defrag-never");
        assertEquals(List.of("madvise", "never", "inherit", "never"), values());
        turn(hosts, "baseline");
        assertEquals(List.of("madvise", "madvise", "inherit", "never"), values());
        turn(hosts, "thp-always");

        provisioner.restore();

        assertEquals(List.of("madvise", "madvise", "inherit", "never"), values());
    }

    @Test
    void doesNotWriteFilesThatNoVariantNames() throws IOException {
        turn(provisioning("baseline", "thp"), "thp");
        assertFalse(Files.exists(folder.resolve("undo")));
    }

    @Test
    void printsTheCommandIfTheHostMayNotBeChanged() throws IOException {
        HostSwitch hosts = new HostSwitch(variants("mthp-64k"), Samples.PMD, files(), Optional.empty());
        HostSwitch.Refusal refusal = hosts.turnTo(Samples.variant("mthp-64k")).orElseThrow();
        assertEquals(
                "mthp-64k needs madvise in " + SMALL + " and never in " + HUGE
                        + "; hp-bench does not change the host without provision=true",
                refusal.why());
        assertEquals(
                Optional.of("echo madvise | sudo tee " + SMALL + " && echo never | sudo tee " + HUGE), refusal.fix());
        assertEquals(List.of("madvise", "madvise", "inherit", "never"), values());
    }

    @Test
    void aHostThatIsAlreadySetNeedsNoChange() throws IOException {
        set(DEFRAG, "never");
        HostSwitch hosts = new HostSwitch(variants("thp-defrag-never"), Samples.PMD, files(), Optional.empty());
        turn(hosts, "thp-defrag-never");
    }

    @Test
    void namesTheMissingFileAndContinuesWithOtherVariants() throws IOException {
        Files.delete(folder.resolve("host" + SMALL));
        for (Optional<Provisioner> by : List.of(Optional.of(provisioner), Optional.<Provisioner>empty())) {
            HostSwitch hosts = new HostSwitch(variants("baseline", "mthp-64k"), Samples.PMD, files(), by);
            String why = hosts.turnTo(Samples.variant("mthp-64k")).orElseThrow().why();
            assertTrue(why.contains("hugepages-64kB/enabled, which this kernel does not provide"), why);
            turn(hosts, "baseline");
            assertEquals("inherit", files().value(HUGE));
        }
    }

    private HostSwitch provisioning(String... variants) {
        return new HostSwitch(variants(variants), Samples.PMD, files(), Optional.of(provisioner));
    }

    private static void turn(HostSwitch hosts, String variant) {
        assertEquals(Optional.empty(), hosts.turnTo(Samples.variant(variant)));
    }

    private static List<Variant> variants(String... names) {
        return Stream.of(names).map(Samples::variant).toList();
    }

    private Path root() {
        return folder.resolve("host");
    }

    private HostFiles files() {
        return HostFiles.under(root());
    }

    private void set(Path file, String value) throws IOException {
        Path at = folder.resolve("host" + file);
        Files.createDirectories(at.getParent());
        Files.writeString(at, value + "\n");
    }

    private List<String> values() throws IOException {
        return List.of(files().value(ENABLED), files().value(DEFRAG), files().value(HUGE), files().value(SMALL));
    }
}
