package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import java.util.List;
import java.util.Optional;

/**
 * A process that {@code prctl(PR_SET_THP_DISABLE)} excludes from transparent huge pages. Child processes inherit the
 * setting (vma_thp_disabled in {@code include/linux/huge_mm.h}; prctl(2)). HotSpot does not check it, and keeps its
 * flag.
 */
final class ThpDisabledForProcess implements Rule {

    @Override
    public String id() {
        return "HP-108";
    }

    @Override
    public String title() {
        return "prctl excludes the process from transparent huge pages";
    }

    @Override
    public String subject() {
        return "heap";
    }

    @Override
    public boolean isPartOfHealthCheck() {
        return true;
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.requested(context) != Requested.THP) {
            return context.notApplicable("transparent huge pages are not requested");
        }
        Optional<Boolean> enabled = context.jvm("status", Jvm::status).thpEnabled();
        if (enabled.isEmpty()) {
            return context.notApplicable("this kernel does not report whether the process is excluded (before 5.0)");
        }
        if (enabled.get()) {
            return context.pass("the process is not excluded from transparent huge pages");
        }
        Backing heap = PageFacts.heap(context);
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP))) {
            return context.pass("transparent huge pages back the heap: the process was excluded later");
        }
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested, but PR_SET_THP_DISABLE excludes this process from them",
                "/proc/PID/status shows THP_enabled 0. A parent process set this before the JVM"
                        + " started, and child processes inherit it: the launcher, the container runtime, or"
                        + " the service manager (in systemd MemoryTHP=). No setting of the host overrides it."
                        + " The JVM neither checks nor reports it, and a restart by the same parent does not"
                        + " change it.",
                "If the parent process does not set it, the heap gets the pages that the host allows."
                        + " Check: THP_enabled 1 in /proc/PID/status.",
                List.of());
    }

    /** Whether the process is excluded; false if the status cannot be read or does not report it. */
    static boolean holds(RuleContext context) {
        return context.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::thpEnabled)
                .equals(Optional.of(false));
    }
}
