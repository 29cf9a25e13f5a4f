package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A scan of our own memory whose result nobody wants: it loads and links what the look at a JVM of many GiB takes, for who
 * makes an archive of loaded classes and has no such JVM.
 */
public final class ScanRehearsal {
    private static final Bytes PMD = Bytes.ofMiB(2);
    private static final Bytes PAGE = Bytes.ofKiB(4);

    private ScanRehearsal() {}

    /** Does nothing where this machine does not let us scan. */
    public static void run(Path procRoot) {
        long pid = ProcessHandle.current().pid();
        Optional<NativeCalls> calls = NativeAccess.findForOnce().known();
        Optional<List<Vma>> maps = Maps.read(procRoot, pid).known();
        if (calls.isEmpty() || maps.isEmpty()) {
            return;
        }
        try (PagemapScan scan =
                new PagemapScan(calls.get(), ProcessFile.path(procRoot, pid, "pagemap"), PAGE.value())) {
            Halves halves = new Halves(PMD, range -> present(scan, range));
            ScannedBacking backing =
                    new ScannedBacking(maps.get(), PMD, PAGE, range -> halves.of(range, part -> present(scan, part)));
            backing.of(List.of(maps.get().get(0).range()));
        } catch (RefusedCallException | LinkageError e) {
            // Then no look will scan either.
        }
    }

    private static Optional<PagemapScan.Present> present(PagemapScan scan, AddressRange range) {
        try {
            return Optional.of(scan.of(range));
        } catch (RefusedCallException e) {
            return Optional.empty();
        }
    }
}
