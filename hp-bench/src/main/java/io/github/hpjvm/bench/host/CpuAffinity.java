package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.libc.CFunction;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.util.BitSet;
import java.util.Optional;

/**
 * The CPUs on which the kernel may run a thread (sched_setaffinity(2)). A process may set those of the threads of its
 * own user.
 *
 * <p>Calls the kernel through JNA. Where JNA cannot be loaded, or the kernel refuses the call, the affinity is unknown
 * and does not change.
 */
public final class CpuAffinity {
    /** One bit for each CPU of the largest kernel (NR_CPUS is 8192 at most, arch/x86/Kconfig). */
    private static final int MASK_BYTES = 8192 / Byte.SIZE;

    private CpuAffinity() {}

    /** Numbers of the CPUs that the thread may use; empty if unknown. */
    public static Optional<BitSet> of(int thread) {
        byte[] mask = new byte[MASK_BYTES];
        return call("sched_getaffinity", thread, mask) ? Optional.of(BitSet.valueOf(mask)) : Optional.empty();
    }

    /** Restricts the thread to this CPU; false if the kernel refuses it. */
    public static boolean pin(int thread, int cpu) {
        BitSet one = new BitSet();
        one.set(cpu);
        byte[] mask = new byte[MASK_BYTES];
        byte[] bits = one.toByteArray();
        System.arraycopy(bits, 0, mask, 0, bits.length);
        return call("sched_setaffinity", thread, mask);
    }

    /** Returns whether the kernel accepts the call; false without JNA. */
    private static boolean call(String function, int thread, byte[] mask) {
        try {
            return CFunction.call(function, thread, (long) mask.length, mask) == 0;
        } catch (RefusedCallException | LinkageError e) {
            return false;
        }
    }
}
