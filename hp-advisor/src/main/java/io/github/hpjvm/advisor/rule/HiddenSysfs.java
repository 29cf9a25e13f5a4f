package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.SysfsView;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.ThpModeCheck;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A JVM in a sandbox that hides {@code /sys/kernel/mm}. HotSpot reads the files there to learn whether the kernel has
 * huge pages, and uses none without them (THPSupport::scan_os and ExplicitHugePageSupport::scan_os in
 * {@code src/hotspot/os/linux/hugepages.cpp}, JDK-8310233).
 */
final class HiddenSysfs implements Rule {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final String NEVER = "never";

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-111",
                        "a sandbox hides /sys/kernel/mm from the JVM",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        Requested requested = PageFacts.requested(context);
        if (requested == Requested.NONE) {
            return context.notApplicable("huge pages are not requested");
        }
        Optional<Fact<SysfsView>> seen = context.sysfs();
        if (seen.isEmpty()) {
            return hidesFromReader(context, requested)
                    ? judge(context, requested, "transparent_hugepage is hidden, from hp-cli as well")
                    : context.pass("the JVM sees the same files below /sys/kernel/mm as the host");
        }
        SysfsView view = context.jvm("/sys/kernel/mm of the JVM", jvm -> seen.get());
        if (requested == Requested.THP) {
            context.host("THP policy", Host::thp);
        } else {
            context.host("memory", Host::memory);
        }
        return isHidden(context, view, requested)
                ? judge(context, requested, view.summary())
                : context.pass("the JVM sees the files that it reads (" + view.summary() + ")");
    }

    private static List<Outcome> judge(RuleContext context, Requested requested, String hidden) {
        if (!reads(context)) {
            return context.notApplicable("this release does not read these files");
        }
        Backing heap = PageFacts.heap(context);
        PageKind wanted = requested == Requested.THP ? PageKind.THP : PageKind.HUGETLB;
        if (PageFacts.heapKind(context, heap).equals(Optional.of(wanted))) {
            return context.pass("the requested pages back the heap");
        }
        return context.finding(
                Severity.WARNING,
                "Huge pages are requested, but the JVM does not see the host's files below /sys/kernel/mm, and"
                        + " disables them",
                "In its mount namespace " + hidden + ". A container or a sandbox (Flatpak, bubblewrap,"
                        + " systemd) mounts another /sys. The JVM reads these files at its start. Without them it assumes"
                        + " that the kernel has no huge pages, whatever the settings of the host are.",
                "After a restart with a read-only bind mount of /sys/kernel/mm the heap gets the pages that the host"
                        + " allows. Docker and Podman: -v /sys/kernel/mm:/sys/kernel/mm:ro. Kubernetes: a hostPath"
                        + " volume with readOnly. bubblewrap: --ro-bind /sys/kernel/mm /sys/kernel/mm. Flatpak:"
                        + " --filesystem=/sys/kernel/mm:ro. systemd: BindReadOnlyPaths=/sys/kernel/mm.",
                List.of());
    }

    /** Returns whether the JVM and the reader are in the same sandbox, which hides the files. */
    private static boolean hidesFromReader(RuleContext context, Requested requested) {
        return requested == Requested.THP && context.hostHidesThp();
    }

    /** Returns whether hidden files are why the JVM does not use the pages; false if that is not known. */
    static boolean holds(RuleContext context, Requested requested) {
        if (context.sysfs().isEmpty()) {
            return hidesFromReader(context, requested) && reads(context);
        }
        return context.sysfs()
                .flatMap(Fact::known)
                .filter(view -> reads(context) && isHidden(context, view, requested))
                .isPresent();
    }

    /** A JVM of an unknown release counts as one that reads them. */
    private static boolean reads(RuleContext context) {
        return context.jvm("VM", Jvm::identity)
                .release()
                .map(ThpModeCheck::isDoneBy)
                .orElse(true);
    }

    private static boolean isHidden(RuleContext context, SysfsView view, Requested requested) {
        if (requested == Requested.HUGETLB) {
            Bytes size = context.maybeHost("memory", Host::memory)
                    .flatMap(Memory::defaultHugePage)
                    .orElse(TWO_MIB);
            return !view.pageSizes().contains(size);
        }
        boolean onHost = context.maybeHost("THP policy", Host::thp)
                .map(ThpPolicy::enabled)
                .filter(NEVER::equals)
                .isEmpty();
        return onHost && view.thpEnabled().orElse(NEVER).equals(NEVER);
    }
}
