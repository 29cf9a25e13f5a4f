package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.memory.Halves;
import io.github.hpjvm.advisor.read.memory.Maps;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.ScannedBacking;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.read.syscall.NativeCalls;
import io.github.hpjvm.advisor.read.syscall.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Scans our own memory and ignores the result. It loads and links the classes that a JVM of many GiB needs, to create
 * an archive of loaded classes without such a JVM.
 */
public final class ScanRehearsal {
    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final Bytes PAGE = Bytes.ofKiB(4);

    private ScanRehearsal() {}

    /** Does nothing if this machine does not permit a scan. */
    public static void run(Path procRoot) {
        long pid = ProcessHandle.current().pid();
        Optional<NativeCalls> calls = NativeAccess.findForOnce().known();
        Optional<List<Vma>> maps = Maps.read(procRoot, pid).known();
        if (calls.isEmpty() || maps.isEmpty()) {
            return;
        }
        AddressRange first = maps.get().get(0).range();
        try (PagemapScan scan = scan(calls.get(), procRoot, pid);
                PagemapScan other = scan(calls.get(), procRoot, pid)) {
            new ScannedBacking(maps.get(), PMD, PAGE, part -> JvmMemory.present(scan, part)).of(List.of(first));
            AddressRange large = new AddressRange(
                    first.start(), first.start() + Halves.LARGE.times(2).value());
            new Halves(PMD, half -> JvmMemory.present(other, half)).of(large, half -> JvmMemory.present(scan, half));
        } catch (RefusedCallException | LinkageError e) {
            // No later read will scan either.
        }
    }

    private static PagemapScan scan(NativeCalls calls, Path procRoot, long pid) throws RefusedCallException {
        return new PagemapScan(calls, ProcessFile.path(procRoot, pid, "pagemap"), PAGE.value());
    }
}
