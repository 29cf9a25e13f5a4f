package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A ZGC heap without transparent huge pages because of {@code shmem_enabled}. ZGC keeps its heap in shared memory (a
 * memfd), which {@code shmem_enabled} controls, not {@code enabled} ({@code zPhysicalMemoryBacking_linux.cpp};
 * Documentation/admin-guide/mm/transhuge.rst).
 */
final class ZgcWithoutShmemThp implements Rule {
    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-105",
                        "shmem_enabled denies transparent huge pages to ZGC",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isEmpty()) {
            return context.notApplicable("the collector is not ZGC");
        }
        if (PageFacts.requested(context) != Requested.THP) {
            return context.notApplicable("transparent huge pages are not requested");
        }
        Backing heap = PageFacts.heap(context);
        if (heap.residentMax().isZero()) {
            return context.notApplicable("no part of the heap is resident yet");
        }
        if (PageFacts.heapKind(context, heap).equals(Optional.of(PageKind.THP))) {
            return context.pass("transparent huge pages back the heap");
        }
        Optional<String> denied = ThpDenied.why(context);
        if (denied.isPresent()) {
            return context.notApplicable(denied.get());
        }
        if (context.hostHasNoThp()) {
            return ThpNotGranted.withoutThp(context, " for ZGC", " and shmem_enabled advise");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        Optional<ThpModes.Shmem> files = ThpModes.Shmem.of(context, policy);
        if (files.isEmpty()) {
            return context.finding(
                    Severity.WARNING,
                    "Transparent huge pages are requested for ZGC, but this kernel has no file " + ThpModes.SHMEM,
                    "The ZGC heap is shared memory, which this kernel keeps on base pages.",
                    "Without the flag the heap stays on base pages too.",
                    List.of());
        }
        if (!ThpModes.pageCacheHas(context, policy)) {
            return context.finding(
                    Severity.WARNING,
                    "Transparent huge pages are requested for ZGC, but shared memory has none of " + policy.pmdSize(),
                    "The ZGC heap is shared memory. A folio of the page cache has at most 2048 base pages, and a huge page"
                            + " of this host has more.",
                    "Without the flag the heap stays on base pages too.",
                    List.of());
        }
        ThpModes.Shmem shmem = files.get();
        if (!ThpModes.heapOfZgcIsAdvised(context.jvm("VM", Jvm::identity))) {
            return unadvised(context, policy, heap, shmem);
        }
        boolean refused = shmem.effective().equals("never");
        boolean switchedOff = policy.enabled().equals("never") && readsGlobalWord(context);
        if (!refused && !switchedOff) {
            return partly(context, heap, shmem);
        }
        List<Action> actions = new ArrayList<>(refused ? shmem.allow() : List.of());
        if (switchedOff) {
            actions.add(new KernelFile(ThpModes.GLOBAL, "madvise", policy.enabled(), ""));
        }
        actions.add(new RestartJvm());
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested for ZGC, but the host disables them: "
                        + (refused ? shmem.describe() : ThpModes.describe(policy)),
                "The ZGC heap is shared memory, which " + ThpModes.SHMEM
                        + " controls. JDK 17 since 17.0.10, JDK 21 since 21.0.1 and the single-generation ZGC of 22 and 23"
                        + " also disable the flag unless "
                        + ThpModes.GLOBAL + " allows huge pages.",
                "After a restart the heap is on " + policy.pmdSize()
                        + " pages. Check: ShmemPmdMapped in smaps, or hp-cli advise --pid N.",
                actions);
    }

    /** Judges releases before 15, where the heap is on base pages before the JVM advises it. */
    private static List<Outcome> unadvised(RuleContext context, ThpPolicy policy, Backing heap, ThpModes.Shmem shmem) {
        List<Action> actions = new ArrayList<>(ThpModes.allowAllShared(policy));
        if (actions.isEmpty()) {
            return partly(context, heap, shmem);
        }
        actions.add(new RestartJvm());
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested for ZGC, but before JDK 15 madvise has no effect on its heap: "
                        + shmem.describe(),
                "The ZGC heap is shared memory. This release allocates it with fallocate, and calls"
                        + " madvise when it is on base pages already. So " + ThpModes.SHMEM
                        + " must apply to all shared memory. Since 15 the value advise is enough.",
                "After a restart the heap is on " + policy.pmdSize() + " pages. Check: ShmemPmdMapped in smaps, or"
                        + " hp-cli advise --pid N. Other shared memory (memfd, SysV, not files of a tmpfs) gets"
                        + " them too. JDK 17 and newer need only the value advise.",
                actions);
    }

    /**
     * Returns whether the release disables the flag if the global mode is never: JDK-8310233, up to JDK-8319969 in 22.
     * Measured: 11.0.33 and 17.0.9 do not, 17.0.21, 21.0.2 and 21.0.13 do, 25 does so for other collectors only. The
     * single-generation ZGC of 22 and 23 ({@code gc/x/xLargePages_linux.cpp}) tests the flag like other collectors.
     */
    private static boolean readsGlobalWord(RuleContext context) {
        return context.jvm("VM", Jvm::identity)
                .release()
                .map(release -> switch (release.feature()) {
                    case 17 -> release.isAtLeast(17, 0, 10);
                    case 21 -> release.isAtLeast(21, 0, 1);
                    case 22, 23 -> context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.ZGC));
                    default -> false;
                })
                .orElse(true);
    }

    private static List<Outcome> partly(RuleContext context, Backing heap, ThpModes.Shmem shmem) {
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested for ZGC, but the heap is only partly on them: "
                        + heap.hugeMin().rounded() + " of " + heap.residentMin().rounded(),
                shmem.describe()
                        + ", which allows them. Either the kernel found no free block of this size when the"
                        + " heap was touched, or the value was different then.",
                "After a restart it may find more free blocks. Check: ShmemPmdMapped in smaps.",
                List.of());
    }
}
