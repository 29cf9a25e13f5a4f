package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.ThpModeCheck;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Transparent huge pages of 512 MiB, the size on aarch64 with base pages of 64 KiB (hpage_pmd_size). A small heap has
 * no room for one. A large heap is rounded up, and becomes resident in steps of 512 MiB.
 */
final class ThpOf512MiB implements Rule {
    /** Largest size with base pages below 64 KiB: 2 MiB with 4 KiB, 32 MiB with 16 KiB. */
    private static final Bytes USUAL = Bytes.ofMiB(32);

    private static final Bytes SMALLER = Bytes.ofMiB(2);
    private static final Path OF_2_MIB = Path.of("/sys/kernel/mm/transparent_hugepage/hugepages-2048kB/enabled");

    @Override
    public Declaration declaration() {
        return new Declaration("HP-602", "transparent huge pages of 512 MiB", "heap", Family.PAGE_SIZES, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (policy.pmdSize().compareTo(USUAL) <= 0) {
            return context.notApplicable("a transparent huge page is " + policy.pmdSize() + " here");
        }
        if (PageFacts.requested(context) != Requested.THP) {
            return context.notApplicable("transparent huge pages are not requested");
        }
        if (PageFacts.isZ(context)) {
            return context.notApplicable("a ZGC heap is shared memory, which these modes do not affect");
        }
        Bytes max = HeapArguments.max(context);
        boolean tooSmall = max.compareTo(policy.pmdSize().times(2)) < 0;
        Optional<String> mode = context.maybeHost("THP settings", Host::thpSettings)
                .flatMap(settings -> settings.size(SMALLER))
                .flatMap(ThpSize::enabled);
        boolean optsIn = ThpModes.optsIn(context, policy);
        boolean closed = mode.filter(own -> own.equals("never") || own.equals("madvise") && !optsIn)
                .isPresent();
        List<Action> actions = new ArrayList<>();
        if (tooSmall && closed) {
            actions.add(new KernelFile(OF_2_MIB, "inherit", mode.get(), ""));
            policy.pmdEnabled()
                    .filter(own -> !own.equals("never"))
                    .ifPresent(own -> actions.add(new KernelFile(
                            ThpModes.ofSize(policy), "never", own, "no process gets pages of " + policy.pmdSize())));
            actions.add(new RestartJvm());
        }
        return context.finding(
                tooSmall ? Severity.WARNING : Severity.INFO,
                "A transparent huge page is " + policy.pmdSize() + " on this host"
                        + (tooSmall
                                ? ": a heap of " + max + " is too small for two"
                                : ", and the heap becomes resident in steps of this size"),
                "This is the size with base pages of "
                        + context.maybeHost("base page", Host::basePage)
                                .map(Bytes::toString)
                                .orElse("64 KiB")
                        + "."
                        + (roundsHeap(context, policy)
                                ? " The JVM rounds the heap up to it: -Xmx100m becomes " + policy.pmdSize() + "."
                                : "")
                        + " The first access to a page makes all of it"
                        + " resident, and the kernel clears it.",
                "Use the hugetlb pool of 2 MiB pages instead (" + ofPool(context) + "),"
                        + (mode.isPresent()
                                ? " or transparent huge pages of 2 MiB (" + OF_2_MIB + " is " + mode.get() + "; "
                                        + ThpModes.ofSize(policy) + " must then be never, because the kernel takes the"
                                        + " largest size that fits)."
                                : " or a kernel of 6.8 or newer, which supports transparent huge pages of 2 MiB as"
                                        + " well."),
                actions);
    }

    /**
     * Returns whether the JVM aligns its heap to these pages. Before JDK-8310233 it aligned to the default size of hugetlb pages.
     */
    private static boolean roundsHeap(RuleContext context, ThpPolicy policy) {
        boolean reads = context.jvm("VM", Jvm::identity)
                .release()
                .filter(ThpModeCheck::isDoneBy)
                .isPresent();
        return reads
                || context.maybeHost("memory", Host::memory)
                        .flatMap(Memory::defaultHugePage)
                        .filter(policy.pmdSize()::equals)
                        .isPresent();
    }

    /** Releases that cannot choose a size use the kernel's default, which is 512 MiB here unless the kernel is told otherwise. */
    private static String ofPool(RuleContext context) {
        boolean chooses = context.jvm("VM", Jvm::identity)
                .release()
                .filter(release -> LargePageSize.canBeChosenBy(release.feature()))
                .isPresent();
        return chooses
                ? "-XX:+UseLargePages -XX:LargePageSizeInBytes=2m; hp-cli size"
                : "default_hugepagesz=2M on the kernel command line, and -XX:+UseLargePages: LargePageSizeInBytes has no"
                        + " effect before JDK 17";
    }
}
