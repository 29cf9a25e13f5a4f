package io.github.hpjvm.bench.host;

import java.nio.file.Path;

/**
 * Result of one {@link HostChange}.
 *
 * @param file the kernel file
 * @param found its value before
 * @param wanted the value to write
 * @param readBack its value after; for instance fewer pages than wanted, where memory was short or fragmented
 */
public record AppliedChange(Path file, String found, String wanted, String readBack) {

    /** Returns whether the kernel took the wanted value. */
    public boolean took() {
        return readBack.equals(wanted);
    }

    /** Returns whether the file was written: not if it already held the wanted value. */
    public boolean written() {
        return !found.equals(wanted);
    }
}
