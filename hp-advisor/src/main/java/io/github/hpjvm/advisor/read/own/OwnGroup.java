package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.SoleGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.ReadAgain;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.read.host.CgroupTree;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory control group of the process that reads, if no other process is in it. A container with one JVM is such a
 * group; a login session is not.
 */
public final class OwnGroup {

    private static final int STAT_BYTES = 4096;
    private static final Bytes PROCS_LIMIT = Bytes.ofKiB(4);

    private final ReadAgain<SoleGroup> stat;
    private final boolean v1;

    private OwnGroup(Path folder, boolean v1) {
        this.stat = new ReadAgain<>(
                folder.resolve("memory.stat"),
                STAT_BYTES,
                text -> parse(text, v1),
                (file, group) -> Source.of(file, excerpt(group)));
        this.v1 = v1;
    }

    /** Returns the group; NOT_SUPPORTED if other processes are, or may be, in it or below it. */
    static Fact<OwnGroup> find(Roots roots) {
        return Cgroups.ownTree(roots).flatMap(CgroupTree::memoryFolder).flatMap(OwnGroup::alone);
    }

    private static Fact<OwnGroup> alone(CgroupTree.MemoryFolder folder) {
        Path procs = folder.path().resolve("cgroup.procs");
        Fact<String> text = TextFile.read(procs, PROCS_LIMIT);
        if (text instanceof Fact.Absent<String> absent && absent.reason() != Reason.MALFORMED) {
            return Fact.absent(absent.reason(), absent.source(), absent.grant());
        }
        long processes = text.known().map(t -> t.lines().count()).orElse(Long.MAX_VALUE);
        boolean nested = TextFile.read(folder.path().resolve("cgroup.stat"), PROCS_LIMIT)
                .known()
                .flatMap(t -> CgroupTree.keyed(t, "nr_descendants"))
                .filter(n -> n > 0)
                .isPresent();
        return processes == 1 && !nested
                ? Fact.known(new OwnGroup(folder.path(), folder.v1()), Source.of(procs))
                : Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(procs, "it is not the group of this process alone"),
                        "run the service in a control group of its own, as a container or a systemd unit is");
    }

    /**
     * Reads its memory. MALFORMED if a number is missing. NOT_SUPPORTED if its anonymous memory differs much from that
     * of the process, as after a process was moved into it or out of it: the memory charged before stays with the old
     * group.
     *
     * @param anonymous the process's own memory (RssAnon)
     */
    Fact<SoleGroup> read(Bytes anonymous) {
        Fact<SoleGroup> read = stat.read();
        return read.flatMap(group -> isAbout(group.anonymous(), anonymous)
                ? read
                : Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(
                                read.source().path(),
                                "it counts " + group.anonymous().rounded() + " of anonymous memory, the process "
                                        + anonymous.rounded())));
    }

    private String excerpt(SoleGroup group) {
        return (v1 ? "rss_huge " : "anon_thp ")
                + group.anonymousThp().value()
                + (v1 ? "" : ", shmem_thp " + group.sharedThp().value());
    }

    /** Returns whether both are about equal. Both counters lag behind by some pages for each CPU. */
    private static boolean isAbout(Bytes one, Bytes other) {
        long most = Math.max(one.value(), other.value());
        return Math.abs(one.value() - other.value()) <= (16 << 20) + most / 16;
    }

    /**
     * Parses the numbers of a {@code memory.stat}.
     *
     * @throws MalformedTextException if one is missing or none
     */
    public static SoleGroup parse(String text, boolean v1) {
        return new SoleGroup(
                number(text, v1 ? "rss" : "anon"),
                number(text, v1 ? "rss_huge" : "anon_thp"),
                v1
                        ? Bytes.ZERO
                        : CgroupTree.keyed(text, "shmem_thp").map(Bytes::of).orElse(Bytes.ZERO));
    }

    private static Bytes number(String text, String key) {
        Optional<Long> value = CgroupTree.keyed(text, key);
        return value.map(Bytes::of).orElseThrow(() -> new MalformedTextException("no line of " + key, ""));
    }
}
