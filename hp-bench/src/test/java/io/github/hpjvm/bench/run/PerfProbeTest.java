package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Texts;
import io.github.hpjvm.bench.counters.CpuModel;
import io.github.hpjvm.bench.counters.EventChoice;
import io.github.hpjvm.bench.run.perf.FakePerf;
import io.github.hpjvm.bench.run.perf.MissingCounters;
import io.github.hpjvm.bench.run.perf.PerfTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PerfProbeTest {
    private static final PerfTarget ALL = new PerfTarget(Optional.empty());

    @TempDir
    private Path folder;

    private static PerfSetup probe(String perf) {
        return PerfProbe.probe(
                perf, CpuModel.parse(Texts.resource("perf/cpuinfo/synthetic-haswell.txt")), event -> !event.isByCode());
    }

    @Test
    void choosesTheEventsThatCount() throws IOException {
        PerfSetup setup = probe(FakePerf.write(folder, "recorded/haswell-thp-never.csv"));
        assertEquals(
                Optional.of(List.of(
                        "cycles",
                        "dtlb_load_misses.walk_duration",
                        "itlb_misses.walk_duration",
                        "page_walker_loads.dtlb_memory",
                        "page_walker_loads.itlb_memory",
                        "dTLB-load-misses",
                        "dTLB-store-misses",
                        "iTLB-load-misses")),
                setup.choice().map(EventChoice::names));
        assertEquals(Optional.empty(), MissingCounters.of(setup, ALL));
    }

    @Test
    void saysThatAHostHasNoPmu() throws IOException {
        MissingCounters missing = MissingCounters.of(probe(FakePerf.write(folder, "no-pmu.csv")), ALL)
                .orElseThrow();
        assertEquals("this host has no PMU: perf reports <not supported> for cycles", missing.missing());
        assertEquals("KVM: -cpu host,pmu=on", missing.grants().get(0));
    }

    /** A perf without tables for the CPU, and a virtual PMU with the architectural events only. */
    @Test
    void saysThatThereIsNoEventOfTheTlb() throws IOException {
        Path counts = Files.writeString(
                folder.resolve("counts"), "1000,,cycles,1000,100.00,,\n800,,instructions,1000,100.00,,\n");
        MissingCounters missing = MissingCounters.of(probe(FakePerf.write(folder, counts.toString())), ALL)
                .orElseThrow();
        assertTrue(missing.missing().startsWith("perf has no event of the TLB for this CPU"), missing.missing());
    }

    @Test
    void namesThePackageOfPerf() {
        MissingCounters missing = MissingCounters.of(
                        probe(folder.resolve("none").toString()), ALL)
                .orElseThrow();
        assertTrue(missing.missing().startsWith("perf cannot be run"), missing.missing());
        assertEquals("Debian: apt-get install linux-perf", missing.grants().get(0));
    }

    @Test
    void seesAScriptWithoutItsPerf() throws IOException {
        Path script = Files.writeString(
                folder.resolve("perf"), "#!/bin/sh\necho 'WARNING: perf not found for kernel 6.5.0-15' >&2\nexit 2\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        MissingCounters missing =
                MissingCounters.of(probe(script.toString()), ALL).orElseThrow();
        assertTrue(missing.missing().contains("WARNING: perf not found for kernel 6.5.0-15"), missing.missing());
    }

    @Test
    void grantsDependOnTheTarget() {
        assertTrue(MissingCounters.denied("no", ALL).grants().get(1).contains("perf_event_paranoid=0"));
        assertTrue(MissingCounters.denied("no", new PerfTarget(Optional.of(1L)))
                .grants()
                .get(1)
                .contains("perf_event_paranoid=1"));
    }
}
