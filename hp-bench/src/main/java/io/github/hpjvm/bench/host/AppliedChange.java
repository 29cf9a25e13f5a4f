package io.github.hpjvm.bench.host;

import java.nio.file.Path;

/**
 * What came of one {@link HostChange}.
 *
 * @param file the kernel file
 * @param found its value before
 * @param wanted the value asked for
 * @param readBack its value after; fewer pages than wanted, for instance, where memory was short or fragmented
 */
public record AppliedChange(Path file, String found, String wanted, String readBack) {

    /** Whether the kernel gave what was asked for. */
    public boolean took() {
        return readBack.equals(wanted);
    }

    /** Whether anything was written: not if the wanted value was there already. */
    public boolean written() {
        return !found.equals(wanted);
    }
}
