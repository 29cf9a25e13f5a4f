package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpShrinker;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Outcome.Finding.Trait;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.HeapRoom;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.Pretouch;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.Shrinker;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Transparent huge pages that are requested and not granted to the heap. The observed pages decide, and the host's
 * settings explain them: the file of the size (2 MiB) overrides the global file in both directions
 * (Documentation/admin-guide/mm/transhuge.rst).
 */
final class ThpNotGranted implements Rule {
    /** The value of defrag that allows direct compaction for memory that opts in, and leaves other memory unchanged. */
    private static final Map<String, String> COMPACTING = Map.of("never", "madvise", "defer", "defer+madvise");

    /** The effect in a finding that nothing but other arguments or another host changes. */
    private static final String SAME_AFTER_RESTART =
            "A restart with the same arguments changes nothing. Check: hp-cli predict with these arguments.";

    /** The size of a huge page that no border of a heap cuts off for long. */
    private static final Bytes USUAL = Bytes.ofMiB(2);

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-102",
                        "transparent huge pages requested and not granted",
                        "heap",
                        Family.HUGE_PAGES,
                        Affected.HEAP)
                .whenRequested(Requested.THP)
                .inHealthCheck();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        if (PageFacts.isZ(context)) {
            return context.notApplicable("a ZGC heap is shared memory, which another rule judges");
        }
        // The first cause that holds is reported; the last one is for what no other explains. ThpDenied has those of
        // other rules.
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
            return withoutThp(context, "", "");
        }
        ThpPolicy policy = context.host("THP policy", Host::thp);
        boolean onlySmaller =
                policy.effective().equals("never") && !policy.enabled().equals("never");
        Optional<ThpSettings> settings =
                onlySmaller ? context.maybeHost("THP settings", Host::thpSettings) : Optional.empty();
        if (settings.isPresent()) {
            List<ThpSize> smaller = ThpModes.smaller(policy, settings.get(), ThpModes.optsIn(context, policy));
            List<ThpSize> ofAdvice = ThpModes.smaller(policy, settings.get(), true);
            if (!smaller.isEmpty()) {
                return ofSmallerSizes(context, heap, smaller);
            }
            if (!ofAdvice.isEmpty()) {
                return ofSizesForAdvice(context, heap, policy, ofAdvice);
            }
        }
        if (policy.effective().equals("never") || ThpModes.unheard(policy) && !ThpModes.optsIn(context, policy)) {
            boolean needsFixedHeap = !policy.enabled().equals("always") && ShenandoahGrowth.startsSmall(context);
            List<Action> actions = new ArrayList<>(ThpModes.allow(policy));
            Optional<HeapRoom> room =
                    needsFixedHeap ? Optional.of(HeapRoom.of(context, heap.residentMin())) : Optional.empty();
            actions.add(room.filter(HeapRoom::fits).isPresent() ? HeapArguments.fixed(context) : new RestartJvm());
            return context.finding(
                    Severity.WARNING,
                    "Transparent huge pages are requested, but the host disables them: " + ThpModes.describe(policy),
                    "The flag has no effect until the host allows it. "
                            + (policy.enabled().equals("never")
                                    ? "From JDK 17.0.10, 21.0.1 and 22 on the JVM disables the flag at its start, so a change"
                                            + " of the host needs a restart as well."
                                    : "HotSpot reads the global file only. It opts in without effect and prints no warning."
                                            + " Memory that was touched before the change stays on base pages for a long time.")
                            + room.map(it ->
                                            " Shenandoah then opts in for its initial heap only: set -Xms equal to -Xmx."
                                                    + it.objection())
                                    .orElse(""),
                    "After a restart the heap gets " + policy.pmdSize()
                            + " pages as it is touched. Check: hp-cli advise" + " --pid N shows it as THP.",
                    actions);
        }
        Optional<Missing> unread = ThpDisabledForProcess.unread(context);
        if (unread.isPresent()) {
            return context.unknown(unread.get());
        }
        if (growsWithoutOptIn(context, policy)) {
            return withoutOptIn(context, heap, policy);
        }
        return ShenandoahGrowth.explains(context, policy)
                ? context.notApplicable("Shenandoah does not opt in for later regions, which another rule judges")
                : partly(context, heap, policy);
    }

    /**
     * Returns whether the JVM does not opt in because the global mode is never, while the mode of the size is always.
     * The kernel then uses a huge page only if a whole one fits into committed memory at the first access. A heap
     * without huge pages in its flags grows in smaller steps ({@code parallelArguments.cpp},
     * page_size_for_region_aligned).
     */
    private static boolean growsWithoutOptIn(RuleContext context, ThpPolicy policy) {
        return !ThpModes.optsIn(context, policy)
                && policy.enabled().equals("never")
                && policy.effective().equals("always")
                && HeapArguments.grows(context);
    }

    /** Reports base pages on a host that enables smaller sizes only, as HP-602 advises for 512 MiB. */
    private static List<Outcome> ofSmallerSizes(RuleContext context, Backing heap, List<ThpSize> smaller) {
        String sizes = ThpModes.names(smaller);
        return context.finding(
                Severity.WARNING,
                summary(heap),
                "The host enables transparent huge pages of " + sizes
                        + ". Either the heap was touched before that, or the"
                        + " kernel found no free block of such a size.",
                "After a restart the heap gets pages of " + sizes + " as it is touched.",
                List.of(new RestartJvm()));
    }

    /** Reports base pages on a host that enables smaller sizes for advised memory, where the JVM advises none. */
    private static List<Outcome> ofSizesForAdvice(
            RuleContext context, Backing heap, ThpPolicy policy, List<ThpSize> sizes) {
        return context.finding(
                Severity.WARNING,
                summary(heap),
                "The host enables transparent huge pages of " + ThpModes.names(sizes) + " for memory that opts in, and "
                        + doesNotOptIn(policy),
                "After a restart the JVM opts in, and the heap gets pages of " + ThpModes.names(sizes)
                        + " as it is touched.",
                List.of(madvise(policy), new RestartJvm()));
    }

    /**
     * @param what what requests them, as the end of "are requested"; empty for the heap
     * @param mode what the host must set beside, as the end of a clause
     */
    static List<Outcome> withoutThp(RuleContext context, String what, String mode) {
        context.maybeHost("kernel", Host::kernel);
        context.note("CONFIG_TRANSPARENT_HUGEPAGE", "n", "the configuration of the kernel");
        return context.finding(
                Severity.WARNING,
                "Transparent huge pages are requested" + what + ", and this kernel was built without them",
                "The flag has no effect: the kernel has no folder /sys/kernel/mm/transparent_hugepage"
                        + " (CONFIG_TRANSPARENT_HUGEPAGE is not set).",
                "A kernel with CONFIG_TRANSPARENT_HUGEPAGE" + mode
                        + ", or a hugetlb pool, puts the heap on huge pages.",
                List.of());
    }

    private static List<Outcome> withoutOptIn(RuleContext context, Backing heap, ThpPolicy policy) {
        List<Action> actions = new ArrayList<>(ThpModes.allow(policy));
        actions.add(new RestartJvm());
        return context.finding(
                Severity.WARNING,
                summary(heap),
                "The kernel applies them to all memory (" + ThpModes.describe(policy)
                        + "), but HotSpot reads the global file only and has disabled the flag. The heap"
                        + " therefore grows in steps that are smaller than a huge page. A range that is touched"
                        + " before a whole huge page is committed stays on base pages.",
                "After a restart the JVM opts in and grows by whole huge pages. Check: hp-cli advise"
                        + " --pid N shows the heap as THP.",
                actions);
    }

    private static String summary(Backing heap) {
        return "Transparent huge pages are requested, but the heap is "
                + (heap.hugeMax().isZero()
                        ? "not on them: all " + heap.residentMin().rounded() + " are on base pages"
                        : "only partly on them: " + heap.hugeMin().rounded() + " of "
                                + heap.residentMin().rounded());
    }

    /**
     * Reports missing huge pages on a host that allows them. The value of defrag explains them, which controls page faults
     * that find no free huge page, else the number of free blocks.
     */
    private static List<Outcome> partly(RuleContext context, Backing heap, ThpPolicy policy) {
        boolean optsIn = ThpModes.optsIn(context, policy);
        String state = "The host allows them (" + ThpModes.describe(policy) + ", defrag is " + policy.defrag() + "). ";
        if (!optsIn && policy.effective().equals("madvise")) {
            return unreached(context, heap, policy, state);
        }
        Optional<ThpShrinker> shrinker = Shrinker.of(context, policy).filter(ThpShrinker::splits);
        if (shrinker.isPresent()) {
            long splits = Shrinker.splits(context);
            if (policy.pmdSize().times(splits).compareTo(heap.baseMin()) >= 0) {
                return split(context, heap, policy, shrinker.get(), splits);
            }
        }
        Optional<RegionForecast> same = sameAfterRestart(context, heap, policy);
        if (same.isPresent()) {
            return context.finding(
                    Severity.WARNING,
                    summary(heap),
                    same.get().why(),
                    SAME_AFTER_RESTART,
                    List.of(),
                    Set.of(Trait.SAME_AFTER_RESTART));
        }
        Optional<Long> free = context.maybeHost("fragmentation", Host::fragmentation)
                .map(Fragmentation::total)
                .map(Fragmentation.Share::hugePages);
        boolean compacts = policy.defrag().equals("always") || optsIn && !COMPACTING.containsKey(policy.defrag());
        boolean scarce = free.filter(blocks -> policy.pmdSize().times(blocks).compareTo(heap.baseMin()) < 0)
                .isPresent();
        String blocks = free.map(number -> " Now " + number + " blocks of the size of a huge page are free.")
                .orElse("");
        if (compacts && scarce) {
            return context.finding(
                    Severity.WARNING,
                    summary(heap),
                    state + "The kernel finds too few free blocks of this size even with compaction: memory is"
                            + " fragmented." + blocks
                            + (HeapArguments.pretouches(context)
                                    ? " AlwaysPreTouch is set, and did not change that."
                                    : " AlwaysPreTouch does not change that."),
                    "A pool that is reserved at boot gets its pages before memory is in use. A restart of the JVM"
                            + " helps after other processes have freed memory.",
                    List.of());
        }
        boolean pretouches = HeapArguments.pretouches(context) && !HeapArguments.grows(context);
        Optional<Pretouch> pretouch =
                pretouches ? Optional.empty() : Optional.of(Pretouch.of(context, heap.residentMin()));
        return context.finding(
                Severity.WARNING,
                summary(heap),
                state
                        + why(policy, compacts, optsIn)
                        + blocks
                        + pretouch.map(Pretouch::objection).orElse(""),
                pretouches
                        ? "With enough free blocks the JVM takes its pages at the start."
                                + (free.isPresent() && !scarce ? " Enough are free for a restart now." : "")
                        : effect(pretouch.orElseThrow()),
                actions(context, policy, pretouch.flatMap(Pretouch::action), free.isPresent(), compacts || optsIn));
    }

    /** Reports a heap that the JVM does not advise, where the kernel requires advice: 22 and newer, and enabled is always. */
    private static List<Outcome> unreached(RuleContext context, Backing heap, ThpPolicy policy, String state) {
        return context.finding(
                Severity.WARNING,
                summary(heap),
                state + doesNotOptIn(policy) + " The mode of the size requires that.",
                "After a restart the JVM opts in, and the heap gets huge pages as it is touched. Check: hp-cli advise"
                        + " --pid N shows it as THP.",
                List.of(madvise(policy), new RestartJvm()));
    }

    /**
     * Returns the forecast of a heap that stays without huge pages, or partly so, on a host with large ones: borders inside the heap cut
     * off pages of 32 or 512 MiB. Empty if the pages that are seen differ from it, and with pages of 2 MiB. A heap that is partly on
     * huge pages differs if half a page more than the borders cut off is on base pages.
     */
    private static Optional<RegionForecast> sameAfterRestart(RuleContext context, Backing heap, ThpPolicy policy) {
        if (policy.pmdSize().compareTo(USUAL) <= 0) {
            return Optional.empty();
        }
        return context.heapAfterRestart()
                .filter(then -> then.kind().isPresent() && then.kind().equals(heap.kind()))
                .filter(then -> switch (then.kind().orElseThrow()) {
                    case BASE, HUGETLB -> true;
                    case THP -> false;
                    case MIXED ->
                        then.lost()
                                .map(lost -> lost.plus(policy.pmdSize().dividedBy(2)))
                                .filter(most -> heap.baseMin().compareTo(most) < 0)
                                .isPresent();
                });
    }

    private static String effect(Pretouch pretouch) {
        return pretouch.isAdvised()
                ? "With -Xms equal to -Xmx and -XX:+AlwaysPreTouch the JVM takes its pages at the start, while memory is"
                        + " least fragmented."
                : "After a restart the heap gets the huge pages that are free when it is touched.";
    }

    /** Reports huge pages that the kernel has split, and would split again after a restart. */
    private static List<Outcome> split(
            RuleContext context, Backing heap, ThpPolicy policy, ThpShrinker shrinker, long splits) {
        List<Action> actions = new ArrayList<>(Shrinker.stop(shrinker, policy));
        if (!actions.contains(new RestartJvm())) {
            actions.add(new RestartJvm());
        }
        return context.finding(
                Severity.WARNING,
                summary(heap),
                Shrinker.describe(shrinker) + " It has split " + splits + " huge pages on this host since boot.",
                Shrinker.effect(shrinker, policy) + " Check: " + ThpShrinker.COUNTER
                        + " in /proc/vmstat does not grow.",
                actions);
    }

    private static String doesNotOptIn(ThpPolicy policy) {
        return "HotSpot does not opt in while the global mode is " + policy.enabled() + ": it does so "
                + (policy.enabled().equals("never")
                        ? "before 17.0.10, 21.0.1 and 22 (JDK-8310233)."
                        : "up to 21 (JDK-8319969).");
    }

    /** The action that makes each release opt in. */
    private static KernelFile madvise(ThpPolicy policy) {
        boolean ofAll = policy.enabled().equals("always")
                && policy.pmdEnabled().filter("always"::equals).isEmpty();
        return new KernelFile(
                ThpModes.GLOBAL,
                "madvise",
                policy.enabled(),
                ofAll ? "memory of other processes that does not opt in gets no huge pages" : "");
    }

    private static String why(ThpPolicy policy, boolean compacts, boolean optsIn) {
        if (!compacts) {
            return (optsIn ? "" : doesNotOptIn(policy) + " ")
                    + "With this value of defrag a page fault that finds no free huge page uses base pages"
                    + " at once and does not compact memory"
                    + (policy.defrag().startsWith("defer")
                            ? ". It wakes kcompactd, and khugepaged collapses the base pages slowly, if at all."
                            : ". Only khugepaged collapses the base pages, slowly.");
        }
        return "Either the kernel found no free block of this size when the heap was touched, even"
                + " after compaction, or it has split the pages since. khugepaged collapses the base"
                + " pages slowly.";
    }

    /**
     * The actions that set the host, and start the JVM again.
     *
     * @param pretouch the flags with which it starts; empty if its flags stay
     */
    private static List<Action> actions(
            RuleContext context,
            ThpPolicy policy,
            Optional<Action> pretouch,
            boolean blocksAreFree,
            boolean compactsIfAllowed) {
        List<Action> actions = new ArrayList<>();
        if (!compactsIfAllowed) {
            actions.add(madvise(policy));
        }
        String value = COMPACTING.get(policy.defrag());
        if (value != null) {
            actions.add(new KernelFile(
                    ThpModes.DEFRAG,
                    value,
                    policy.defrag(),
                    "page faults of memory that opts in can stall in compaction"));
        }
        boolean grows = HeapArguments.grows(context);
        if (pretouch.isPresent()) {
            actions.add(pretouch.get());
        } else if (!actions.isEmpty() || grows || blocksAreFree) {
            actions.add(new RestartJvm());
        }
        return actions;
    }
}
