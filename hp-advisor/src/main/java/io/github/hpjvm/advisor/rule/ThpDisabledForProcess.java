package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A process that {@code prctl(PR_SET_THP_DISABLE)} excludes from transparent huge pages, wholly or except for memory
 * that it advises. Child processes inherit the setting (vma_thp_disabled in {@code include/linux/huge_mm.h}; prctl(2)).
 * HotSpot does not check it, and keeps its flag.
 */
final class ThpDisabledForProcess implements Rule {
    /** First release that does not opt in where the global mode is always (JDK-8319969). */
    private static final int OPTS_IN_FOR_MADVISE_ONLY_SINCE = 22;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-108",
                        "prctl excludes the process from transparent huge pages",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .whenRequested(Requested.THP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (context.hostHasNoThp()) {
            return context.notApplicable("this kernel was built without transparent huge pages");
        }
        Optional<Boolean> enabled = context.jvm("status", Jvm::status).thpEnabled();
        if (enabled.isEmpty()) {
            return context.notApplicable("this kernel does not report whether the process is excluded (before 5.0)");
        }
        if (!enabled.get()) {
            return isOnThp(context) ? excludedLater(context) : fromAll(context);
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        Optional<ThpExclusion> exclusion = context.thpExclusion(Optional.of(policy));
        if (exclusion.equals(Optional.of(ThpExclusion.EXCEPT_ADVISED))) {
            return isOnThp(context) ? excludedLater(context) : exceptAdvised(context, policy);
        }
        return unread(context)
                .map(context::unknown)
                .orElseGet(() -> context.pass("the process is not excluded from transparent huge pages"));
    }

    /**
     * Returns the fact that would show whether the process is excluded, if it was not read and the heap has no huge
     * page. Until it is known, every other cause of that is a guess.
     */
    static Optional<Missing> unread(RuleContext context) {
        Optional<ThpPolicy> policy = context.maybeHost("THP policy", Host::thp);
        boolean mayBe = policy.isPresent()
                && context.thpExclusion(policy).isEmpty()
                && mayBeExceptAdvised(context, policy.get())
                && !hasHugePages(context)
                && !isBeforeExceptAdvised(context)
                && PageFacts.heap(context).hugeMax().isZero();
        return mayBe
                ? Optional.of(
                        new Missing(
                                ThpExclusion.MARK,
                                Reason.SKIPPED,
                                "/proc/PID/smaps",
                                "hp-cli advise --pid N --exact reads smaps, and may stall the JVM; a health check reads it within"
                                        + " its budget, so give it a larger one; THPeligible 0 means that prctl excludes the heap"))
                : Optional.empty();
    }

    private static boolean isOnThp(RuleContext context) {
        Backing heap = PageFacts.heap(context);
        return PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP));
    }

    private static List<Outcome> excludedLater(RuleContext context) {
        return context.pass("transparent huge pages back the heap: the process was excluded later");
    }

    /** Returns whether the heap is known to have huge pages, which leaves no question for the kernel's release. */
    private static boolean hasHugePages(RuleContext context) {
        return context.region(RegionName.HEAP).backing().known().isPresent()
                && !PageFacts.heap(context).hugeMax().isZero();
    }

    private static boolean isBeforeExceptAdvised(RuleContext context) {
        return context.maybeHost("kernel", Host::kernel)
                .flatMap(kernel -> kernel.isAtLeast(6, 18))
                .equals(Optional.of(false));
    }

    /** Returns whether only smaps can show the exclusion: in always mode, of a JVM that does not opt in. */
    private static boolean mayBeExceptAdvised(RuleContext context, ThpPolicy policy) {
        boolean optsIn = context.jvm("VM", Jvm::identity)
                .release()
                .filter(release -> release.isAtLeast(OPTS_IN_FOR_MADVISE_ONLY_SINCE))
                .isEmpty();
        boolean read = context.region(RegionName.HEAP).eligible().isPresent();
        return !optsIn && !read && policy.enabled().equals("always");
    }

    private static List<Outcome> fromAll(RuleContext context) {
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested, but PR_SET_THP_DISABLE excludes this process from them",
                "/proc/PID/status shows THP_enabled 0. A parent process set this before the JVM"
                        + " started, and child processes inherit it: the launcher, the container runtime, or"
                        + " the service manager (in systemd MemoryTHP=disable). No setting of the host overrides"
                        + " it. The JVM neither checks nor reports it, and a restart by the same parent does not"
                        + " change it.",
                "If the parent process does not set it, the heap gets the pages that the host allows."
                        + " Check: THP_enabled 1 in /proc/PID/status.",
                List.of());
    }

    /**
     * The mode is always. HotSpot up to 21 opts in for the heap there too, so that its heap is not excluded. Since
     * JDK-8319969 it opts in only in madvise mode.
     */
    private static List<Outcome> exceptAdvised(RuleContext context, ThpPolicy policy) {
        context.note(ThpExclusion.MARK, "0, and no mapping has the flag hg", "/proc/PID/smaps");
        boolean changes = policy.enabled().equals("always");
        List<Action> actions = changes
                ? List.of(
                        new KernelFile(
                                ThpModes.GLOBAL,
                                "madvise",
                                "always",
                                "programs that do not opt in get no transparent huge pages any more"),
                        new RestartJvm())
                : List.of();
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested, but PR_SET_THP_DISABLE excludes memory of this process that is"
                        + " not advised, and the JVM does not advise the heap",
                "The host is in always mode (" + ThpModes.describe(policy) + "), but smaps shows"
                        + " THPeligible 0 for the heap. A parent process called prctl(PR_SET_THP_DISABLE) with"
                        + " PR_THP_DISABLE_EXCEPT_ADVISED (Linux 6.18), and child processes inherit it; in systemd"
                        + " this is MemoryTHP=madvise. HotSpot since 22 calls madvise only if enabled is madvise"
                        + " (JDK-8319969). THP_enabled in /proc/PID/status stays 1. If systemd starts the JVM, set"
                        + " MemoryTHP=system in its unit, and restart it: this changes no other program. Else change"
                        + " the host to madvise mode: then the JVM opts in, and the exclusion has no effect on it.",
                "After a restart the heap gets " + policy.pmdSize() + " pages as it is touched. Check: THPeligible 1 in"
                        + " /proc/PID/smaps, and hp-cli advise --pid N shows the heap as THP.",
                actions);
    }

    /**
     * Returns whether the process is excluded, wholly or except for memory that it advises; false if that is not known.
     */
    static boolean holds(RuleContext context) {
        context.maybeJvm("status", Jvm::status);
        return context.thpExclusion(context.maybeHost("THP policy", Host::thp))
                .filter(it -> it != ThpExclusion.NONE)
                .isPresent();
    }
}
