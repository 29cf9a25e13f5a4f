package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.SharedMemoryRight;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Up to 21 {@code -XX:+UseSHM} takes the heap from System V shared memory, which the pool gives only to some, see
 * {@link SharedMemoryRight} (JDK-8261894 removed the flag in 22).
 */
final class SharedMemoryDenied implements Rule {
    private static final String SHM = "-XX:+UseSHM";
    private static final String NO_SHM = "-XX:-UseSHM";
    private static final int GONE_SINCE = 22;

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

    /** By its capabilities and groups; where these are not known, root may. */
    private static boolean mayHaveThem(Look look) {
        Optional<ProcStatus> status = look.maybeJvm("status", Jvm::status);
        Optional<Long> group = look.maybeHost("sysctls", Host::vm).flatMap(SharedMemoryRight::group);
        Optional<Kernel> kernel = look.maybeHost("kernel", Host::kernel);
        status.flatMap(SharedMemoryRight::capable)
                .ifPresent(capable -> look.note("CAP_IPC_LOCK", capable ? "yes" : "no", "/proc/PID/status, CapEff"));
        group.ifPresent(
                id -> look.note("group for shared memory of pools", id.toString(), "/proc/sys/vm/hugetlb_shm_group"));
        return status.flatMap(it -> SharedMemoryRight.of(it, group, kernel))
                .orElse(status.filter(it -> it.uid().equals(OptionalLong.of(0))).isPresent());
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
