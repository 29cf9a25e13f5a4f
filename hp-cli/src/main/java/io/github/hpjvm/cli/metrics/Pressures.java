package io.github.hpjvm.cli.metrics;

import io.github.hpjvm.advisor.facts.Pressure;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.VmFiles;

/**
 * The shares of the last ten seconds in which tasks of the host waited ({@code /proc/pressure}, some avg10), in per cent; 0
 * if the kernel does not tell.
 *
 * @param cpu waited for a CPU
 * @param memory waited for memory
 */
record Pressures(double cpu, double memory) {

    static Pressures none() {
        return new Pressures(0, 0);
    }

    static Pressures read(Roots roots) {
        return new Pressures(
                VmFiles.cpuPressure(roots.proc()).known().map(Pressures::some).orElse(0.0),
                VmFiles.pressure(roots.proc()).known().map(Pressures::some).orElse(0.0));
    }

    private static double some(Pressure pressure) {
        return pressure.some().avg10();
    }
}
