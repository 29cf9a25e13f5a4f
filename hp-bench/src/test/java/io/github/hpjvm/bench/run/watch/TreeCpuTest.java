package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TreeCpuTest {
    private static String stat(String name, long user, long system, long childUser, long childSystem) {
        return "7 (" + name + ") S 1 7 7 0 -1 4194560 11 12 13 14 " + user + " " + system + " " + childUser + " "
                + childSystem + " 20 0 1 0 99 0 0";
    }

    @Test
    void timeOfProcessesAndOfChildrenThatTheyWaitedForIsAdded() {
        List<String> stats = List.of(stat("java", 100, 20, 3, 4), stat("a) b (c", 1, 0, 0, 0));
        assertEquals(OptionalLong.of(1_280_000_000), TreeCpu.nanos(stats));
    }

    @Test
    void whatCannotBeReadAddsNothing() {
        assertEquals(OptionalLong.empty(), TreeCpu.nanos(List.of()));
        assertEquals(OptionalLong.empty(), TreeCpu.nanos(List.of("7 (java) S 1 7", "")));
        assertEquals(
                OptionalLong.of(10_000_000),
                TreeCpu.nanos(List.of("7 (java) S 1 7 7 0 -1 0 1 1 1 1 x 1 1 1", stat("sh", 1, 0, 0, 0))));
    }

    @Test
    void timeThatGoesBackIsUnknown() {
        OptionalLong one = OptionalLong.of(10);
        OptionalLong two = OptionalLong.of(30);
        assertEquals(OptionalDouble.of(20), TreeCpu.between(one, two));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(two, one));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(OptionalLong.empty(), two));
        assertEquals(OptionalDouble.empty(), TreeCpu.between(one, OptionalLong.empty()));
    }
}
