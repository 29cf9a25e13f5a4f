package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Up to 21 {@code -XX:+UseSHM} takes the heap from System V shared memory, which the pool gives only to those with
 * CAP_IPC_LOCK and to the group of {@code vm.hugetlb_shm_group} (can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c};
 * JDK-8261894 removed it in 22). That group is 0 by default: whoever has the group of root may, and root without both may
 * not. RLIMIT_MEMLOCK has let others in until 5.15 (hugetlb_file_setup).
 */
final class SharedMemoryDenied implements Rule {
    private static final String SHM = "-XX:+UseSHM";
    private static final String NO_SHM = "-XX:-UseSHM";
    private static final int GONE_SINCE = 22;

    /** Capability 14 of {@code uapi/linux/capability.h}. */
    private static final long CAP_IPC_LOCK = 1L << 14;

    @Override
    public String id() {
        return "HP-110";
    }

    @Override
    public String title() {
        return "large pages by System V shared memory without the right to them";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.HUGETLB) {
            return look.notApplicable("large pages of a hugetlb pool were not asked for");
        }
        List<String> arguments = look.jvm("arguments", Jvm::arguments).texts();
        if (arguments.lastIndexOf(SHM) <= arguments.lastIndexOf(NO_SHM)) {
            return look.notApplicable("System V shared memory was not asked for");
        }
        int feature = look.jvm("VM", Jvm::identity)
                .release()
                .map(JavaVersion::feature)
                .orElse(0);
        if (feature >= GONE_SINCE) {
            return look.notApplicable("JDK " + feature + " has no such flag any more");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return look.pass("the heap is on pages of the hugetlb pool");
        }
        if (mayHaveThem(look)) {
            return look.notApplicable("this process may use the pool by shared memory");
        }
        return look.finding(
                Severity.WARNING,
                SHM
                        + " was given and the heap got none of the pool: shared memory of the pool is for CAP_IPC_LOCK and the"
                        + " group of vm.hugetlb_shm_group",
                "JDK 17 and 21 say \"Large pages using UseSHM are not configured on this system\", 8 and 11 \"Failed to"
                        + " reserve shared memory (error = 1)\", and they go on with base pages. A larger memlock limit"
                        + " does not help since Linux 5.16. Pages that are mapped without shared memory need no right"
                        + " at all, and the code cache gets them too.",
                "Without the flag the JVM maps the pool's pages, which everybody may; check: hp-cli advise --pid N shows"
                        + " the heap as HUGETLB.",
                List.of(new Action.JvmFlag(List.of("-XX:+UseLargePages"), List.of(SHM))));
    }

    /** By what its status says of capabilities and groups; where that says nothing, root may. */
    private static boolean mayHaveThem(Look look) {
        Optional<ProcStatus> status = look.maybeJvm("status", Jvm::status);
        Optional<String> effective =
                status.flatMap(it -> it.field("CapEff")).filter(text -> text.matches("[0-9a-f]{1,16}"));
        Set<String> groups = new HashSet<>();
        status.flatMap(it -> it.field("Gid")).ifPresent(ids -> groups.add(ids.substring(ids.lastIndexOf('\t') + 1)));
        status.flatMap(it -> it.field("Groups")).ifPresent(ids -> groups.addAll(List.of(ids.split("\\s+"))));
        if (effective.isEmpty() || groups.isEmpty()) {
            return status.filter(it -> it.uid().equals(OptionalLong.of(0))).isPresent();
        }
        long allowed = look.maybeHost("sysctls", Host::vm)
                .flatMap(vm -> vm.value("hugetlb_shm_group"))
                .orElse(0L);
        boolean capable = (Long.parseUnsignedLong(effective.get(), 16) & CAP_IPC_LOCK) != 0;
        look.note("CAP_IPC_LOCK", capable ? "yes" : "no", "/proc/PID/status, CapEff");
        look.note("group for shared memory of pools", Long.toString(allowed), "/proc/sys/vm/hugetlb_shm_group");
        return capable || groups.contains(Long.toString(allowed));
    }

    /** Whether that is the cause; not, where it cannot be told. */
    static boolean holds(Look look) {
        try {
            return new SharedMemoryDenied().evaluate(look.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }
}
