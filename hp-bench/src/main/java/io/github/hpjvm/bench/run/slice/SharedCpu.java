package io.github.hpjvm.bench.run.slice;

import io.github.hpjvm.bench.host.CpuAffinity;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Function;

/**
 * The one CPU on which the measuring threads of a round run.
 *
 * <p>In a virtual machine each CPU has a different neighbour: the other hyper-thread of its core runs another guest,
 * and takes up to half of the core's speed. So two forks are comparable only on the same CPU. Each
 * round draws another CPU. Other threads of the JVM keep all CPUs.
 */
final class SharedCpu {
    private final Random random;
    private final Function<Integer, Optional<BitSet>> affinity;
    private final Pin pin;
    private OptionalInt cpu = OptionalInt.empty();
    private int users;

    /** Sets the CPU of a thread. */
    interface Pin {
        boolean pin(int thread, int cpu);
    }

    /** @param random draws the CPU */
    SharedCpu(Random random) {
        this(random, CpuAffinity::of, CpuAffinity::pin);
    }

    SharedCpu(Random random, Function<Integer, Optional<BitSet>> affinity, Pin pin) {
        this.random = random;
        this.affinity = affinity;
        this.pin = pin;
    }

    /** The number of threads that are restricted to the shared CPU. */
    int users() {
        return users;
    }

    /** Restricts a thread to the shared CPU, if it may run there. The first call draws from that thread's CPUs. */
    void take(int thread) {
        Optional<BitSet> allowed = affinity.apply(thread).filter(it -> !it.isEmpty());
        if (allowed.isEmpty()) {
            return;
        }
        if (cpu.isEmpty()) {
            int[] cpus = allowed.get().stream().toArray();
            cpu = OptionalInt.of(cpus[random.nextInt(cpus.length)]);
        }
        if (allowed.get().get(cpu.getAsInt()) && pin.pin(thread, cpu.getAsInt())) {
            users++;
        }
    }
}
