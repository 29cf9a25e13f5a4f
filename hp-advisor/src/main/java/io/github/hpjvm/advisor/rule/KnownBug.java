package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.Pretouch;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/** A bug of this release that an update has fixed, and whose symptom the heap shows. */
final class KnownBug implements Rule {
    private static final long HALF = 2;
    private static final Bytes SEEN = Bytes.ofMiB(64);

    @Override
    public Declaration declaration() {
        return new Declaration("HP-701", "JDK release with a known bug", "jvm", Family.RELEASES, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        if (identity.release().isEmpty()) {
            return context.notApplicable("the JDK release is unknown");
        }
        Requested requested = PageFacts.requested(context);
        List<KnownBugs.Bug> candidates = KnownBugs.of(identity.release().get(), identity.gc()).stream()
                .filter(bug -> bug.asked() == requested)
                .toList();
        if (candidates.isEmpty()) {
            return context.pass("no bug with such pages is known for " + identity.version());
        }
        for (KnownBugs.Bug bug : candidates) {
            if (holds(context, bug) && shows(context, bug)) {
                return finding(context, identity, bug);
            }
        }
        return context.pass("no known bug of " + identity.version() + " has an effect here");
    }

    private static boolean holds(RuleContext context, KnownBugs.Bug bug) {
        return switch (bug.when()) {
            case MADVISE ->
                context.host("THP policy", Host::thp).enabled().equals("madvise")
                        && context.host("THP policy", Host::thp).effective().equals("madvise");
            case PRETOUCH -> HeapArguments.pretouches(context);
            case AARCH64_PRETOUCH -> HeapArguments.pretouches(context) && isAarch64(context);
            case OLD_KERNEL ->
                context.host("kernel", Host::kernel).isAtLeast(4, 10).equals(Optional.of(false));
            case CDS_DUMP -> context.jvm("arguments", Jvm::arguments).texts().contains("-Xshare:dump");
            case OTHER_DEFAULT_SIZE ->
                context.host("memory", Host::memory)
                        .defaultHugePage()
                        .filter(size -> !size.equals(
                                context.host("THP policy", Host::thp).pmdSize()))
                        .isPresent();
        };
    }

    private static boolean isAarch64(RuleContext context) {
        return Pretouch.isAarch64(
                context.host("kernel", Host::kernel), () -> Optional.of(context.host("CPU", Host::cpu)));
    }

    private static boolean shows(RuleContext context, KnownBugs.Bug bug) {
        Backing heap = PageFacts.heap(context);
        Bytes base = heap.residentMin().minus(heap.hugeMax().min(heap.residentMin()));
        return switch (bug.symptom()) {
            case BASE_PAGES -> base.compareTo(SEEN) >= 0;
            case UNTOUCHED ->
                HeapArguments.initial(context)
                        .filter(size -> heap.residentMax().times(HALF).compareTo(size) < 0)
                        .isPresent();
            case HIDDEN -> true;
        };
    }

    private static List<Action> remedy(KnownBugs.Bug bug, boolean affected, boolean needsKernel) {
        if (!affected) {
            return List.of();
        }
        return List.of(
                needsKernel ? new JvmFlag(List.of(), List.of("-XX:+AlwaysPreTouch")) : new ChangeJdk(bug.fixed()));
    }

    private static List<Outcome> finding(RuleContext context, VmIdentity identity, KnownBugs.Bug bug) {
        boolean affected = bug.asked() != Requested.NONE && bug.symptom() != KnownBugs.Symptom.HIDDEN;
        boolean needsKernel = bug.when() == KnownBugs.When.AARCH64_PRETOUCH
                && Pretouch.lacksPopulate(context.host("kernel", Host::kernel));
        context.note("known bug", bug.number(), "https://bugs.openjdk.org/browse/" + bug.number());
        return context.finding(
                affected ? Severity.WARNING : Severity.INFO,
                identity.version() + " has " + bug.number() + ": " + bug.what(),
                "The state of this JVM matches the bug's symptom. Releases with the fix: "
                        + String.join(", ", bug.fixed()) + "."
                        + (needsKernel
                                ? " They use MADV_POPULATE_WRITE, which Linux has since 5.14: on this kernel they have the"
                                        + " bug too."
                                : ""),
                needsKernel
                        ? "Without -XX:+AlwaysPreTouch the heap gets its huge pages as the program touches it."
                        : "On a release that has the fix, the heap gets the requested pages. Check: hp-cli advise --pid N.",
                remedy(bug, affected, needsKernel));
    }
}
