package io.github.hpjvm.advisor.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HostTest {
    private static final Fact<Object> OTHER = Fact.absent(Reason.MALFORMED, Source.of("other"));

    static Stream<Method> withers() {
        return Arrays.stream(Host.class.getMethods())
                .filter(method -> method.getName().startsWith("with"));
    }

    /** A copy differs in the component that names the method, and in no other. */
    @ParameterizedTest
    @MethodSource("withers")
    void copiesDifferInOneFact(Method wither) throws ReflectiveOperationException {
        Host host = FactsSamples.host();
        Host copy = (Host) wither.invoke(host, OTHER);
        String name = wither.getName().substring("with".length());
        for (RecordComponent component : Host.class.getRecordComponents()) {
            Object was = component.getAccessor().invoke(host);
            Object is = component.getAccessor().invoke(copy);
            boolean changed = component.getName().equalsIgnoreCase(name.toLowerCase(Locale.ROOT));
            assertEquals(changed ? OTHER : was, is, component.getName());
        }
        assertNotEquals(host, copy);
    }

    @Test
    void adviceKeepsTheFactsThatRulesUse() {
        Host full = FactsSamples.host().withThpSettings(FactsSamples.skipped("/x"));
        Host advised = full.forAdvice();
        for (String kept : List.of(
                "kernel",
                "basePage",
                "commandLine",
                "thp",
                "thpSettings",
                "hugeText",
                "pools",
                "nodePools",
                "vm",
                "memory",
                "vmstat",
                "fragmentation",
                "swap",
                "cpu")) {
            assertEquals(component(full, kept), component(advised, kept), kept);
        }
        for (String left : List.of(
                "kernelConfig", "hugetlbMounts", "memlock", "pressure", "cgroup", "virtualization", "balloon")) {
            assertEquals(Host.notForAdvice(), component(advised, left), left);
        }
    }

    private static Object component(Host host, String name) {
        try {
            return Host.class.getMethod(name).invoke(host);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(name, e);
        }
    }

    @Test
    void defaultHugePageSizeIsTwoMebibytesIfUnknown() {
        Host host = FactsSamples.host();
        assertEquals(
                Bytes.ofGiB(1),
                host.withMemory(FactsSamples.memory(Bytes.ofGiB(4), Bytes.ofGiB(1)))
                        .defaultHugePageSize());
        assertEquals(
                Bytes.ofMiB(2),
                host.withMemory(FactsSamples.denied("/proc/meminfo")).defaultHugePageSize());
    }

    @Test
    void missingPagesConsiderReservedAndHeldOnes() {
        HugePool pool = new HugePool(Bytes.ofMiB(2), 100, 30, 10, 0, 0);
        assertEquals(0, pool.missing(20));
        assertEquals(5, pool.missing(25));
        assertEquals(0, pool.missing(25, 5));
        assertEquals(80, pool.missing(180, 1000), "no process holds more than is in use");
    }
}
