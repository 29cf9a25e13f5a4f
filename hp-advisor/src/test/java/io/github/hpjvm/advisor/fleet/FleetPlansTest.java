package io.github.hpjvm.advisor.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.facts.CpuUse;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.fleet.FleetSummary.Planned;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The table of changes by service, in cores. */
class FleetPlansTest {

    private static Jvm jvm(long pid, long cpuSeconds, long ageSeconds) {
        return FactsSamples.with(JvmSamples.g1(17), "pid", pid)
                .withCpu(Optional.of(new CpuUse(cpuSeconds * 1000, ageSeconds * 1000)));
    }

    private static Facts host(String name, Jvm... jvms) {
        Facts facts = FactsSamples.facts(FactsSamples.host(), jvms);
        return new Facts(
                facts.takenAt(),
                facts.host(),
                facts.jvms(),
                facts.poolHistory(),
                Optional.of(Fact.known(name, Source.of("/proc/sys/kernel/hostname"))));
    }

    private static FleetReport report(String host, String service, Measurements measurements, Jvm... jvms) {
        HostLabels labels = HostLabels.of(Map.of(host, Map.of("service", service)));
        return FleetReport.of(host + ".json", host(host, jvms), labels, measurements);
    }

    /** An idle heap does not outrank a hot one. */
    @Test
    void servicesAreRankedByCores() {
        FleetSummary summary = new FleetSummary();
        summary.add(report("a", "idle", Measurements.none(), jvm(1, 10, 1000), jvm(2, 10, 1000)));
        summary.add(report("b", "hot", Measurements.none(), jvm(1, 3500, 1000)));
        List<Planned> plans = summary.plans();
        assertEquals(
                List.of("hot", "idle"), plans.stream().map(Planned::service).toList());
        assertEquals(3.5, plans.get(0).costs().cpuCores(), 1e-9);
        assertEquals(0.02, plans.get(1).costs().cpuCores(), 1e-9);
        assertEquals(2, plans.get(1).jvms());
        assertEquals(1, plans.get(1).hosts());
        assertTrue(plans.get(0).change().contains("-XX:"), plans.get(0).change());
    }

    @Test
    void aMeasurementBoundsTheGainAndDecidesTheRank() {
        Measurements measured =
                (host, jvm) -> host.equals(Optional.of("b")) ? OptionalDouble.of(0.001) : OptionalDouble.of(0.5);
        FleetSummary summary = new FleetSummary(new Prices(100, 1));
        summary.add(report("a", "walks", measured, jvm(1, 1000, 1000)));
        summary.add(report("b", "none", measured, jvm(1, 3500, 1000)));
        List<Planned> plans = summary.plans();
        assertEquals(
                List.of("walks", "none"), plans.stream().map(Planned::service).toList());
        assertEquals(0.5, plans.get(0).costs().gainAtMostCores(), 1e-9);
        assertEquals(50, plans.get(0).costs().gainPriceAtMost(), 1e-6);
    }

    @Test
    void rowsHaveTheNewColumns() {
        FleetRow row = report("a", "shop", (host, jvm) -> OptionalDouble.of(0.1), jvm(1, 200, 100))
                .rows()
                .get(0);
        assertEquals(2.0, row.cpuCores());
        assertEquals(0.2, row.gainAtMostCores(), 1e-9);
        assertEquals("shop", row.service());
        FleetRow young =
                report("a", "shop", Measurements.none(), jvm(1, 2, 3)).rows().get(0);
        assertNull(young.cpuCores(), "a JVM that starts");
        assertNull(young.gainAtMostCores());
    }

    /** A JVM that was busy a year ago and is idle now ranks by what it uses now. */
    @Test
    void anEarlierTimeDecidesTheCores() {
        Measurements earlier = new Measurements() {
            private static final long serialVersionUID = 1L;

            @Override
            public OptionalDouble atMost(Optional<String> host, Jvm jvm) {
                return OptionalDouble.of(0.1);
            }

            @Override
            public Optional<CpuUse> earlier(Optional<String> host, Jvm jvm) {
                return jvm.pid() == 1
                        ? Optional.of(new CpuUse(199_000, 90_000))
                        : Optional.of(new CpuUse(1_000, 99_000));
            }
        };
        List<FleetRow> rows =
                report("a", "shop", earlier, jvm(1, 200, 100), jvm(2, 200, 100)).rows();
        assertEquals(0.1, rows.get(0).cpuCores(), 1e-9);
        assertEquals(0.01, rows.get(0).gainAtMostCores(), 1e-9);
        FleetRow other = rows.get(rows.size() - 1);
        assertEquals(2, other.pid());
        assertEquals(2.0, other.cpuCores(), 1e-9, "one second is too short: since its start");
    }

    @Test
    void aLabelPrecedesThePrice() {
        HostLabels labels = HostLabels.of(Map.of("a", Map.of("pricePerCore", "7")));
        FleetRow row = FleetReport.of("a.json", host("a", jvm(1, 100, 100)), labels)
                .rows()
                .get(0);
        assertEquals(OptionalDouble.of(7), new Prices(100, 1).core(row));
        assertEquals(OptionalDouble.of(1), new Prices(100, 1).gib(row));
    }
}
