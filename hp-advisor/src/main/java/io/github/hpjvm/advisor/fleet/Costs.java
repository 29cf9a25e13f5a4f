package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Sums over JVMs in whole numbers, so that the order in which they are added changes nothing. JVMs with an unknown value add
 * nothing and count as unknown.
 *
 * @param cpuMicros CPUs that the JVMs use, in millionths
 * @param cpuUnknown JVMs whose CPUs are unknown
 * @param gainMicros the most CPUs that the measured ones of them can save, in millionths
 * @param gainUnknown JVMs without a measurement
 * @param boundMicros the most CPUs that they can save, in millionths: of a JVM without a measurement, all its CPUs
 * @param memoryCostBytes memory that huge pages would fill
 * @param memoryUnknown JVMs for which that is unknown
 * @param gainPriceMicros price of {@code gainMicros}, in millionths
 * @param memoryPriceMicros price of {@code memoryCostBytes}, in millionths
 */
public record Costs(
        long cpuMicros,
        long cpuUnknown,
        long gainMicros,
        long gainUnknown,
        long boundMicros,
        long memoryCostBytes,
        long memoryUnknown,
        long gainPriceMicros,
        long memoryPriceMicros)
        implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final double MICROS = 1e6;
    private static final double GIB = 1L << 30;

    static Costs none() {
        return new Costs(0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    static Costs of(FleetRow row, Prices prices) {
        long cpu = micros(row.cpuCores());
        long gain = micros(row.gainAtMostCores());
        long memory = row.memoryCostBytes() == null ? 0 : Math.max(0, row.memoryCostBytes());
        return new Costs(
                cpu,
                row.cpuCores() == null ? 1 : 0,
                gain,
                row.gainAtMostCores() == null ? 1 : 0,
                row.gainAtMostCores() == null ? cpu : gain,
                memory,
                row.memoryCostBytes() == null ? 1 : 0,
                Math.round(prices.core(row).orElse(0) * gain),
                Math.round(prices.gib(row).orElse(0) * memory / GIB * MICROS));
    }

    private static long micros(@Nullable Double cores) {
        return cores == null ? 0 : Math.max(0, Math.round(cores * MICROS));
    }

    Costs plus(Costs other) {
        return new Costs(
                sum(cpuMicros, other.cpuMicros),
                cpuUnknown + other.cpuUnknown,
                sum(gainMicros, other.gainMicros),
                gainUnknown + other.gainUnknown,
                sum(boundMicros, other.boundMicros),
                sum(memoryCostBytes, other.memoryCostBytes),
                memoryUnknown + other.memoryUnknown,
                sum(gainPriceMicros, other.gainPriceMicros),
                sum(memoryPriceMicros, other.memoryPriceMicros));
    }

    /** The sum of two numbers that are not negative, at most {@link Long#MAX_VALUE}: a damaged snapshot has any number. */
    static long sum(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    /** Returns the CPUs that the JVMs use. */
    public double cpuCores() {
        return cpuMicros / MICROS;
    }

    /** Returns the most CPUs that the measured JVMs can save. */
    public double gainAtMostCores() {
        return gainMicros / MICROS;
    }

    /** Returns the price of the most CPUs that the measured JVMs can save; 0 without prices. */
    public double gainPriceAtMost() {
        return gainPriceMicros / MICROS;
    }

    /** Returns the price of the memory that huge pages would fill; 0 without prices. */
    public double memoryPrice() {
        return memoryPriceMicros / MICROS;
    }
}
