package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.SharedMemoryRight;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.MissingFactException;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hugetlb pages by System V shared memory without permission. Up to 21 {@code -XX:+UseSHM} maps the heap as System V
 * shared memory of the pool, which only some processes may use, see {@link SharedMemoryRight} (JDK-8261894 removed the
 * flag in 22).
 */
final class SharedMemoryDenied implements Rule {
    private static final String SHM = "-XX:+UseSHM";
    private static final String NO_SHM = "-XX:-UseSHM";
    private static final int GONE_SINCE = 22;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-110",
                        "hugetlb pages by System V shared memory without permission",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .whenRequested(Requested.HUGETLB)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        List<String> arguments = context.jvm("arguments", Jvm::arguments).texts();
        if (arguments.lastIndexOf(SHM) <= arguments.lastIndexOf(NO_SHM)) {
            return context.notApplicable("UseSHM is not set");
        }
        int feature = context.jvm("VM", Jvm::identity)
                .release()
                .map(JavaVersion::feature)
                .orElse(0);
        if (feature >= GONE_SINCE) {
            return context.notApplicable("JDK " + feature + " does not have this flag");
        }
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.HUGETLB))) {
            return context.pass("pages of the hugetlb pool back the heap");
        }
        if (isPermitted(context)) {
            return context.notApplicable("this process may use the pool by shared memory");
        }
        return context.finding(
                Severity.WARNING,
                SHM
                        + " is set, but the pool does not back the heap: shared memory of the pool needs"
                        + " CAP_IPC_LOCK or the group vm.hugetlb_shm_group",
                "JDK 17 and 21 print \"Large pages using UseSHM are not configured on this system\","
                        + " 8 and 11 \"Failed to reserve shared memory (error = 1)\", and continue on base"
                        + " pages. A higher memlock limit has no effect since Linux 5.16. A mapping without"
                        + " shared memory needs no permission, and the code cache gets huge pages too.",
                "Without the flag the JVM maps pages of the pool, which needs no permission. Check:"
                        + " hp-cli advise --pid N shows the heap as HUGETLB.",
                List.of(new JvmFlag(List.of("-XX:+UseLargePages"), List.of(SHM))));
    }

    /**
     * Returns whether the process may use the pool, by its capabilities and groups. If these are unknown, by its user:
     * root may.
     */
    private static boolean isPermitted(RuleContext context) {
        Optional<ProcStatus> status = context.maybeJvm("status", Jvm::status);
        Optional<Long> group = context.maybeHost("sysctls", Host::vm).flatMap(SharedMemoryRight::group);
        Optional<Kernel> kernel = context.maybeHost("kernel", Host::kernel);
        status.flatMap(SharedMemoryRight::capable)
                .ifPresent(capable -> context.note("CAP_IPC_LOCK", capable ? "yes" : "no", "/proc/PID/status, CapEff"));
        group.ifPresent(id -> context.note("vm.hugetlb_shm_group", id.toString(), "/proc/sys/vm/hugetlb_shm_group"));
        return status.flatMap(it -> SharedMemoryRight.of(it, group, kernel))
                .orElse(status.filter(it -> it.uid().equals(OptionalLong.of(0))).isPresent());
    }

    /** Returns whether the rule reports a finding; false if facts are absent. */
    static boolean holds(RuleContext context) {
        try {
            return new SharedMemoryDenied().evaluate(context.about("heap")).get(0) instanceof Outcome.Finding;
        } catch (MissingFactException e) {
            return false;
        }
    }
}
