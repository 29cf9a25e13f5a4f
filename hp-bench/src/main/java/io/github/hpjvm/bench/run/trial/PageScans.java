package io.github.hpjvm.bench.run.trial;

import io.github.hpjvm.advisor.read.memory.PageScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.PagemapWalk;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.console.error.InsufficientException;
import io.github.hpjvm.os.libc.CLibrary;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;

/** Opens the pages of a process. */
final class PageScans {
    private static final int ESRCH = 3;

    private PageScans() {}

    /**
     * Opens the pagemap of a process, in the way that is best on this kernel.
     *
     * @throws InsufficientException if a capability lacks
     */
    static PageScan open(Path proc, long pid, Bytes basePage, Bytes blockSize) throws TargetProcess.EndedException {
        if (PagemapScan.isKnown(proc)) {
            try {
                return new PagemapScan(
                        CLibrary.find().calls(),
                        proc.resolve(Long.toString(pid)).resolve("pagemap"),
                        basePage.value());
            } catch (RefusedCallException e) {
                if (e.errno() == ESRCH) {
                    throw new TargetProcess.EndedException(pid);
                }
            } catch (CLibrary.NoAccessException e) {
                // The files need no native call.
            }
        }
        return PagemapWalk.open(proc, pid, basePage, blockSize)
                .orElseThrow(() -> new InsufficientException("cannot read the pages of process " + pid + ": /proc/"
                        + pid + "/pagemap needs CAP_SYS_ADMIN, in a container --cap-add=SYS_ADMIN"));
    }
}
