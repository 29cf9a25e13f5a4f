package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.read.memory.MemorySource;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.concurrent.TimeUnit;

/** Predicts the time that it takes to read the memory of a JVM, so that those that cost little are read first. */
final class ReadingCost {
    /** The kernel formats, and this JVM parses, the 24 lines that smaps has for a mapping. */
    private static final long MICROS_PER_MAPPING = 10;

    private ReadingCost() {}

    /** Returns microseconds. */
    static long micros(Bytes resident, long mappings) {
        return TimeUnit.MILLISECONDS.toMicros(MemorySource.SMAPS.millis(resident)) + mappings * MICROS_PER_MAPPING;
    }
}
