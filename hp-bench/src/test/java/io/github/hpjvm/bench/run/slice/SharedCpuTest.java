package io.github.hpjvm.bench.run.slice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SharedCpuTest {
    private final Map<Integer, Integer> pinned = new TreeMap<>();

    private SharedCpu cpu(long seed, Map<Integer, BitSet> allowed) {
        return new SharedCpu(
                new Random(seed),
                thread -> Optional.ofNullable(allowed.get(thread)),
                (thread, cpu) -> pinned.put(thread, cpu) == null);
    }

    private static BitSet cpus(int... numbers) {
        BitSet set = new BitSet();
        for (int number : numbers) {
            set.set(number);
        }
        return set;
    }

    @Test
    void allThreadsOfARoundGetTheSameCpu() {
        SharedCpu cpu = cpu(1, Map.of(11, cpus(2, 5, 7), 12, cpus(2, 5, 7), 13, cpus(2, 5, 7)));
        cpu.take(11);
        cpu.take(12);
        cpu.take(13);
        assertEquals(Set.of(11, 12, 13), pinned.keySet());
        assertEquals(1, new HashSet<>(pinned.values()).size());
        assertEquals(3, cpu.users());
    }

    @Test
    void roundsDrawDifferentCpusAmongThoseThatAreAllowed() {
        Set<Integer> drawn = new HashSet<>();
        for (int seed = 0; seed < 100; seed++) {
            pinned.clear();
            cpu(seed, Map.of(11, cpus(2, 5, 7))).take(11);
            drawn.addAll(pinned.values());
        }
        assertEquals(Set.of(2, 5, 7), drawn);
    }

    @Test
    void aThreadWithoutPermissionForTheCpuKeepsItsCpus() {
        SharedCpu cpu = cpu(1, Map.of(11, cpus(3), 12, cpus(4)));
        cpu.take(11);
        cpu.take(12);
        assertEquals(Map.of(11, 3), pinned);
        assertEquals(1, cpu.users());
    }

    @Test
    void aThreadOfUnknownAffinityKeepsItsCpus() {
        cpu(1, Map.of()).take(11);
        assertEquals(Map.of(), pinned);
    }
}
