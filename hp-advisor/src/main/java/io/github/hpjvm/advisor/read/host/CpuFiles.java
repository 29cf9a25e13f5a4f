package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.facts.CpuQuota;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.CgroupTree.Hierarchy;
import io.github.hpjvm.advisor.read.host.CgroupTree.Level;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Words;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The files of the controller of processor time. */
public final class CpuFiles {

    private static final long THOUSAND = 1000;

    private final CgroupTree tree;

    CpuFiles(CgroupTree tree) {
        this.tree = tree;
    }

    /** Returns the quota; empty if the hierarchy cannot be read. A level without such a file does not limit. */
    Optional<CpuQuota> quota() {
        return tree.hierarchy("cpu").known().map(CpuFiles::quota);
    }

    private static CpuQuota quota(Hierarchy hierarchy) {
        List<Level> levels = hierarchy.levels();
        Path own = levels.get(0).folder();
        Optional<Long> weight = TextFile.read(
                        own.resolve(hierarchy.v1() ? "cpu.shares" : "cpu.weight"), text -> Choice.number(text.strip()))
                .known();
        return new CpuQuota(quota(hierarchy.v1(), levels.get(0)), least(hierarchy.v1(), levels), weight);
    }

    /** Returns the smallest quota of these groups; empty if none has one. */
    static Optional<Long> least(boolean v1, List<Level> levels) {
        Optional<Long> least = Optional.empty();
        for (Level level : levels) {
            Optional<Long> quota = quota(v1, level);
            if (least.isEmpty() || quota.isPresent() && quota.get() < least.get()) {
                least = quota;
            }
        }
        return least;
    }

    private static Optional<Long> quota(boolean v1, Level level) {
        return v1 ? v1(level.folder()) : v2(level.folder());
    }

    private static Optional<Long> v2(Path folder) {
        return TextFile.read(folder.resolve("cpu.max"), CpuFiles::parse).known().flatMap(quota -> quota);
    }

    private static Optional<Long> v1(Path folder) {
        Optional<String> quota =
                TextFile.read(folder.resolve("cpu.cfs_quota_us"), String::strip).known();
        Optional<String> period = TextFile.read(folder.resolve("cpu.cfs_period_us"), String::strip)
                .known();
        return quota.filter(text -> !text.equals("-1")).flatMap(text -> period.flatMap(of -> parse(text + " " + of)));
    }

    /**
     * Parses {@code quota period} in microseconds, and returns thousandths of a processor, rounded up as HotSpot rounds up the
     * quota; empty for {@code max}.
     *
     * @throws MalformedTextException if these are no numbers
     */
    public static Optional<Long> parse(String text) {
        List<String> words = Words.of(text);
        if (words.size() != 2) {
            throw new MalformedTextException("not a quota and a period", text);
        }
        if (words.get(0).equals("max")) {
            return Optional.empty();
        }
        long quota = Choice.number(words.get(0));
        long period = Choice.number(words.get(1));
        if (period == 0 || quota > Long.MAX_VALUE / THOUSAND) {
            throw new MalformedTextException("not a quota and a period", text);
        }
        return Optional.of((quota * THOUSAND + period - 1) / period);
    }
}
