package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.Outcome;
import io.github.hpjvm.advisor.Severity;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Up to 21 {@code -XX:+UseSHM} takes the heap from System V shared memory, which the pool gives only to root, to those
 * with CAP_IPC_LOCK and to the group of {@code vm.hugetlb_shm_group} (hugetlb_file_setup in
 * {@code fs/hugetlbfs/inode.c}; JDK-8261894 removed it in 22). Others get "Failed to reserve shared memory (errno = 1)".
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
        Optional<OptionalLong> uid = look.maybeJvm("status", Jvm::status).map(ProcStatus::uid);
        if (uid.equals(Optional.of(OptionalLong.of(0)))) {
            return look.notApplicable("root may use the pool by shared memory");
        }
        return look.finding(
                Severity.WARNING,
                SHM
                        + " was given and the heap got none of the pool: shared memory of the pool is for root, CAP_IPC_LOCK"
                        + " and the group of vm.hugetlb_shm_group",
                "The JVM says \"Failed to reserve shared memory\" with errno 1 (no right), 12 (too few free pages), 22"
                        + " (kernel.shmmax) or 28 (kernel.shmall), and goes on with base pages. Pages that are mapped"
                        + " without shared memory need no right at all, and the code cache gets them too.",
                "Without the flag the JVM maps the pool's pages, which everybody may; check: hp-cli advise --pid N shows"
                        + " the heap as HUGETLB.",
                List.of(new Action.JvmFlag(List.of("-XX:+UseLargePages"), List.of(SHM))));
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
