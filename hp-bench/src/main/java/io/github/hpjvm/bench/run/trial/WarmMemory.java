package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.TouchProcess;
import io.github.hpjvm.bench.trial.Room;
import java.io.IOException;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Touches free memory, so that the kernel copies to memory that the hypervisor backs. It may have reclaimed free memory
 * (Documentation/mm/free_page_reporting.rst); a copy to such memory takes several times as long, and the target waits.
 */
final class WarmMemory {
    private WarmMemory() {}

    /** Touches and frees so many bytes, as far as {@link #most} permits, until that is true. */
    static void touch(long bytes, BooleanSupplier ends) {
        Roots roots = Roots.host();
        long most = Math.min(bytes, most(MemInfo.read(roots.proc())));
        if (most <= 0
                || Room.lacking(2 * most, MemInfo.read(roots.proc()), Cgroups.ownChargeLimits(roots))
                        .isPresent()) {
            return;
        }
        try (TouchProcess process = TouchProcess.start(ends)) {
            process.warm(most);
        } catch (IOException e) {
            // The steps then take longer; the bound of their time holds.
        }
    }

    /**
     * Half of the free memory. More would evict the page cache, which other programs use, and the memory of which the
     * hypervisor backs already.
     */
    static long most(Fact<Map<String, Bytes>> memory) {
        return memory.known()
                        .map(sizes -> sizes.get("MemFree"))
                        .map(Bytes::value)
                        .orElse(0L)
                / 2;
    }
}
