package io.github.hpjvm.os.time;

import java.time.Duration;

/**
 * The factor of all time limits: 1, or that of {@code hp-cli --patience N}. The limits suit a machine that runs programs at
 * its own speed. A machine under emulation, or one whose CPUs are shared many times, needs several times as long.
 *
 * <p>Multiplied are limits of hp-jvm's own. A time that the user gives stays the same.
 */
public final class Patience {
    /** Largest factor. With it the limit of 10 minutes is about a week. */
    public static final int MOST = 1000;

    private static volatile int factor = 1;

    private Patience() {}

    /**
     * Sets the factor for this program.
     *
     * @param times 1 to {@value #MOST}
     * @throws IllegalArgumentException if the factor is out of range
     */
    public static void set(int times) {
        if (times < 1 || times > MOST) {
            throw new IllegalArgumentException("not from 1 to " + MOST + ": " + times);
        }
        factor = times;
    }

    /** Returns the limit to use instead of {@code limit}. */
    public static Duration with(Duration limit) {
        return limit.multipliedBy(factor);
    }

    /** Returns the limit to use instead of {@code limit}, in the same unit. */
    public static long with(long limit) {
        return Math.multiplyExact(limit, factor);
    }
}
