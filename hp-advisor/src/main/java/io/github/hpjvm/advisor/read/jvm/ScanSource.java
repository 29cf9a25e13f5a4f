package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.memory.Meanwhile;
import io.github.hpjvm.advisor.read.memory.PageScan;
import io.github.hpjvm.advisor.read.memory.PagemapScan;
import io.github.hpjvm.advisor.read.memory.PagemapWalk;
import io.github.hpjvm.advisor.read.syscall.NativeAccess;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.libc.NativeCalls;
import io.github.hpjvm.os.libc.NativeCalls.RefusedCallException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The scan of the pages of a process: by files alone, which needs CAP_SYS_ADMIN, but no native call; by the kernel's own scan
 * where these files are not permitted, or once they have taken too long.
 */
final class ScanSource {
    private final Path procRoot;
    private final long pid;
    private final Reach reach;
    private final Bytes page;
    private final Optional<PagemapWalk> walk;
    private Optional<Meanwhile<Fact<NativeCalls>>> calls;

    /**
     * Creates a source.
     *
     * @param page the size of a base page
     * @param walk the scan by files, open; empty if it is not permitted or not wanted
     * @param prepared calls for the kernel's scan; empty if there are none yet
     */
    ScanSource(
            Path procRoot,
            long pid,
            Reach reach,
            Bytes page,
            Optional<PagemapWalk> walk,
            Optional<NativeCalls> prepared) {
        this.procRoot = procRoot;
        this.pid = pid;
        this.reach = reach;
        this.page = page;
        this.walk = walk;
        this.calls = prepared.map(found -> Meanwhile.of(Fact.known(found, Source.of(pagemap(), "prepared"))));
    }

    /** A scan that is closed at the end, if there is one. */
    record Opened(Optional<PageScan> scan) implements AutoCloseable {
        @Override
        public void close() {
            scan.ifPresent(PageScan::close);
        }
    }

    /** Starts to load the classes for the kernel's scan. */
    void prepare() {
        calls = Optional.of(Meanwhile.begin("prepares a scan", NativeAccess::findForOnce));
    }

    /** Returns whether the scan by files took too long, and the kernel has a faster one, which {@link #open} then opens. */
    boolean hasFaster() {
        return walk.filter(PagemapWalk::isLate).isPresent() && PagemapScan.isKnown(procRoot);
    }

    /** Opens the scan: the one by files once. */
    Opened open() throws RefusedCallException {
        if (walk.isPresent() && !hasFaster()) {
            walk.get().limit(reach.memoryMillis());
            return new Opened(Optional.of(walk.get()));
        }
        if (walk.isPresent() && calls.isEmpty()) {
            prepare();
        }
        Optional<NativeCalls> found = calls.flatMap(begun -> begun.get().known());
        return new Opened(
                found.isEmpty()
                        ? Optional.empty()
                        : Optional.of(new PagemapScan(found.get(), pagemap(), page.value())));
    }

    private Path pagemap() {
        return ProcessFile.path(procRoot, pid, "pagemap");
    }
}
