package io.github.hpjvm.bench.fork;

/** User and system time of a part of this process. */
abstract class CpuClock {
    private static final String THREADS = "threads";
    private static final String PROCESS = "process";

    static String name(boolean wholeProcess) {
        return wholeProcess ? PROCESS : THREADS;
    }

    static CpuClock of(String name) {
        return name.equals(PROCESS) ? new ProcessCpu() : new MeasuringThreadsCpu();
    }

    /** Nanoseconds so far; -1 if unknown. */
    abstract long nanos();

    /** Nanoseconds since that reading; -1 if unknown. */
    final long since(long before) {
        long now = nanos();
        return before < 0 || now < before ? -1 : now - before;
    }
}
