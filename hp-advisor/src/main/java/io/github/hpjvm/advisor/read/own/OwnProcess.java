package io.github.hpjvm.advisor.read.own;

import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.SoleGroup;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.VmStat;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.ReadAgain;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.file.StatusFile;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.proc.Choice;
import io.github.hpjvm.os.text.MalformedTextException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The facts that the process that reads can read of itself and of its host: some small files, no process, no library,
 * no smaps. Safe for several threads.
 */
public final class OwnProcess {

    private static final int STATUS_BYTES = 2048;
    private static final int VMSTAT_BYTES = 8192;
    private static final Source NOT_YET =
            Source.of("/proc/self", "first check in progress; the next check has its result");

    private final Roots roots;
    private final OwnWords words;
    private final ReadAgain<ProcStatus> status;
    private final ReadAgain<VmStat> vmstat;
    private volatile Surroundings surroundings = Surroundings.unseen();

    /**
     * The facts of one read that costs some ten microseconds.
     *
     * @param host the modes of transparent huge pages and the counters as they are now, the rest as of the last {@link
     *     #refresh}
     * @param status {@code /proc/self/status}
     * @param group the memory of our control group, if we have one to ourselves
     * @param cgroup our control groups, as of the last {@link #refresh}
     * @param heapUsed the used part of the heap, garbage included
     */
    public record Glance(
            Host host, Fact<ProcStatus> status, Fact<SoleGroup> group, Fact<Cgroup> cgroup, Bytes heapUsed) {

        public Glance {
            Objects.requireNonNull(host, "host");
            Objects.requireNonNull(status, "status");
            Objects.requireNonNull(group, "group");
            Objects.requireNonNull(cgroup, "cgroup");
            Objects.requireNonNull(heapUsed, "heapUsed");
        }
    }

    /** Facts that change seldom, or matter only for advice. */
    private record Surroundings(Host host, Fact<OwnGroup> group, Fact<Cgroup> cgroup) {

        static Surroundings unseen() {
            Host host = Host.afterwards(
                    Fact.absent(Reason.SKIPPED, NOT_YET),
                    Fact.absent(Reason.SKIPPED, NOT_YET),
                    Fact.absent(Reason.SKIPPED, NOT_YET),
                    NOT_YET);
            return new Surroundings(host, Fact.absent(Reason.SKIPPED, NOT_YET), Fact.absent(Reason.SKIPPED, NOT_YET));
        }

        static Surroundings read(Roots roots) {
            return new Surroundings(
                    HostFacts.read(roots, HostReach.ADVICE), OwnGroup.find(roots), Cgroups.readOwn(roots));
        }
    }

    public OwnProcess(Roots roots) {
        this.roots = Objects.requireNonNull(roots, "roots");
        this.words = new OwnWords(roots.sys());
        this.status = new ReadAgain<>(
                roots.proc().resolve("self/status"), STATUS_BYTES, StatusFile::parse, StatusFile::source);
        this.vmstat = new ReadAgain<>(
                roots.proc().resolve("vmstat"), VMSTAT_BYTES, OwnProcess::thpCounters, (file, stat) -> Source.of(file));
    }

    /** Reads the facts that change seldom: pools, memory, limits and whether our control group is ours alone. */
    public void refresh() {
        surroundings = Surroundings.read(roots);
    }

    /** Reads the facts. Never throws because of files or the kernel. */
    public Glance glance() {
        Surroundings seen = surroundings;
        Fact<ThpPolicy> thp = words.read();
        Fact<VmStat> counters = vmstat.read();
        Fact<ProcStatus> now = status.read();
        Fact<SoleGroup> group = seen.group()
                .flatMap(own -> now.flatMap(s -> s.size("RssAnon")
                        .map(own::read)
                        .orElseGet(() -> Fact.absent(
                                Reason.NOT_SUPPORTED, Source.of(now.source().path(), "no RssAnon (before 4.5)")))));
        Runtime runtime = Runtime.getRuntime();
        Bytes used = Bytes.of(Math.max(0, runtime.totalMemory() - runtime.freeMemory()));
        return new Glance(seen.host().withThp(thp).withVmstat(counters), now, group, seen.cgroup(), used);
    }

    /** Returns the counters of transparent huge pages, without a stream: the file has 200 lines. */
    private static VmStat thpCounters(String text) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int at = 0; at >= 0 && at < text.length(); at = text.indexOf('\n', at) + 1) {
            if (text.startsWith("thp_", at)) {
                int blank = text.indexOf(' ', at);
                int end = text.indexOf('\n', at);
                if (blank < 0 || end < blank) {
                    throw new MalformedTextException("not a counter", text.substring(at));
                }
                counters.put(text.substring(at, blank), Choice.number(text.substring(blank, end)));
            }
            if (text.indexOf('\n', at) < 0) {
                break;
            }
        }
        return new VmStat(counters);
    }
}
