package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/**
 * The process was excluded from transparent huge pages by {@code prctl(PR_SET_THP_DISABLE)}, which children inherit
 * (vma_thp_disabled in {@code include/linux/huge_mm.h}; prctl(2)). HotSpot does not look, and keeps its flag.
 */
final class ThpDisabledForProcess implements Rule {

    @Override
    public String id() {
        return "HP-108";
    }

    @Override
    public String title() {
        return "a process that prctl excludes from transparent huge pages";
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
    public List<Outcome> evaluate(Look look) {
        if (Asked.pages(look) != Requested.THP) {
            return look.notApplicable("transparent huge pages were not asked for");
        }
        Optional<Boolean> enabled = look.jvm("status", Jvm::status).thpEnabled();
        if (enabled.isEmpty()) {
            return look.notApplicable("this kernel does not say whether the process was excluded (before 5.0)");
        }
        if (enabled.get()) {
            return look.pass("the process may have transparent huge pages");
        }
        Backing heap = Asked.heap(look);
        if (Asked.kind(look, heap).equals(Optional.of(PageKind.THP))) {
            return look.pass("the heap got its huge pages before the process was excluded");
        }
        return look.finding(
                Severity.WARNING,
                "Transparent huge pages were requested, and this process is excluded from them by PR_SET_THP_DISABLE",
                "/proc/PID/status shows THP_enabled 0. Somebody set that before the JVM was started, and children inherit"
                        + " it: the program that launches it, the runtime of its container, or its service manager (in"
                        + " systemd MemoryTHP=). No word of the host overrules it, the JVM neither looks nor says so, and"
                        + " a restart by the same parent changes nothing.",
                "Started by a parent without it, the heap gets what the host allows; check: THP_enabled 1 in"
                        + " /proc/PID/status.",
                List.of());
    }

    /** Whether that is so; where the status cannot be read, or does not say, it is taken not to be. */
    static boolean holds(Look look) {
        return look.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::thpEnabled)
                .equals(Optional.of(false));
    }
}
