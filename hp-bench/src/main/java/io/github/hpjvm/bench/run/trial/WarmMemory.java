package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.bench.host.TouchProcess;
import io.github.hpjvm.bench.trial.Room;
import java.io.IOException;

/**
 * Touches free memory, so that the kernel copies to memory that the hypervisor backs. It may have reclaimed free memory
 * (Documentation/mm/free_page_reporting.rst); a copy to such memory takes several times as long, and the target waits.
 */
final class WarmMemory {
    private WarmMemory() {}

    /** Touches and frees so many bytes; does nothing where the host or the group of this process lacks twice as many. */
    static void touch(long bytes) {
        Roots roots = Roots.host();
        if (bytes == 0
                || Room.lacking(2 * bytes, MemInfo.read(roots.proc()), Cgroups.readOwn(roots))
                        .isPresent()) {
            return;
        }
        try (TouchProcess process = TouchProcess.start()) {
            process.warm(bytes);
        } catch (IOException e) {
            // The steps then take longer; the bound of their time holds.
        }
    }
}
