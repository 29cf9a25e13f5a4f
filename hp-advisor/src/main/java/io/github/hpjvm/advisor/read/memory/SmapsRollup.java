package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.ProcessFile;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.MemInfo;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The sums over all mappings of a process: {@code /proc/PID/smaps_rollup} ({@code fs/proc/task_mmu.c}). */
public final class SmapsRollup {

    private SmapsRollup() {}

    /**
     * The part that a PMD maps.
     *
     * @param anon anonymous memory
     * @param shmem shared memory
     * @param file files
     */
    public record Thp(Bytes anon, Bytes shmem, Bytes file) {

        /** Returns the sums of the mappings. */
        public static Thp of(List<Vma> vmas) {
            long anon = 0;
            long shmem = 0;
            long file = 0;
            for (Vma vma : vmas) {
                anon += vma.sizes().anonHuge();
                shmem += vma.sizes().shmemHuge();
                file += vma.sizes().fileHuge();
            }
            return new Thp(Bytes.ofKiB(anon), Bytes.ofKiB(shmem), Bytes.ofKiB(file));
        }
    }

    /** Reads the sums; those of smaps if the kernel has no rollup (before 4.14), which costs the same time. */
    public static Fact<Thp> read(Path procRoot, long pid) {
        Fact<Thp> rollup =
                TextFile.parsed(ProcessFile.read(procRoot, pid, "smaps_rollup", TextFile.LIMIT), SmapsRollup::parse);
        boolean missing = rollup instanceof Fact.Absent<Thp> absent && absent.reason() == Reason.NOT_PRESENT;
        return missing
                ? Smaps.read(procRoot, pid).map(Thp::of)
                : rollup.flatMap(thp -> Fact.known(thp, source(rollup)));
    }

    private static Source source(Fact<Thp> rollup) {
        return Source.of(rollup.source().path());
    }

    /**
     * Parses the sums, of a text whose first line is a range of addresses.
     *
     * @throws MalformedTextException if a line has no colon, or a number is none or too large for a size in bytes
     */
    public static Thp parse(String text) {
        int end = text.indexOf('\n');
        if (end < 0) {
            throw new MalformedTextException("not a sum of mappings", text);
        }
        Map<String, Bytes> sizes = MemInfo.parse(text.substring(end + 1));
        return new Thp(
                sizes.getOrDefault("AnonHugePages", Bytes.ZERO),
                sizes.getOrDefault("ShmemPmdMapped", Bytes.ZERO),
                sizes.getOrDefault("FilePmdMapped", Bytes.ZERO));
    }
}
