package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.rule.support.Asked;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.Look;
import java.util.List;
import java.util.Optional;

/** A bug of this release that an update has fixed, and that can be seen to be at work. */
final class KnownBug implements Rule {
    private static final long HALF = 2;
    private static final Bytes SEEN = Bytes.ofMiB(64);

    @Override
    public String id() {
        return "HP-701";
    }

    @Override
    public String title() {
        return "a release with a known bug";
    }

    @Override
    public String subject() {
        return "jvm";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        if (identity.release().isEmpty()) {
            return look.notApplicable("its release is not known");
        }
        Requested asked = Asked.pages(look);
        List<KnownBugs.Bug> candidates = KnownBugs.of(identity.release().get(), identity.gc()).stream()
                .filter(bug -> bug.asked() == asked)
                .toList();
        if (candidates.isEmpty()) {
            return look.pass("no bug about such pages is known of " + identity.version() + " that an update has fixed");
        }
        for (KnownBugs.Bug bug : candidates) {
            if (holds(look, bug) && shows(look, bug)) {
                return finding(look, identity, bug);
            }
        }
        return look.pass("of what is known of " + identity.version() + ", nothing shows here");
    }

    private static boolean holds(Look look, KnownBugs.Bug bug) {
        return switch (bug.when()) {
            case MADVISE ->
                look.host("THP policy", Host::thp).enabled().equals("madvise")
                        && look.host("THP policy", Host::thp).effective().equals("madvise");
            case PRETOUCH -> HeapArguments.pretouches(look);
            case AARCH64_PRETOUCH -> isAarch64(look) && HeapArguments.pretouches(look);
            case OLD_KERNEL ->
                look.host("kernel", Host::kernel).isAtLeast(4, 10).equals(Optional.of(false));
            case CDS_DUMP -> look.jvm("arguments", Jvm::arguments).texts().contains("-Xshare:dump");
            case OTHER_DEFAULT_SIZE ->
                look.host("memory", Host::memory)
                        .size("Hugepagesize")
                        .filter(size -> !size.isZero())
                        .filter(size ->
                                !size.equals(look.host("THP policy", Host::thp).pmdSize()))
                        .isPresent();
        };
    }

    /** Kernels before 6.1 do not tell the architecture; {@code /proc/cpuinfo} of aarch64 names an implementer. */
    private static boolean isAarch64(Look look) {
        Optional<String> architecture = look.host("kernel", Host::kernel).architecture();
        return architecture.isPresent()
                ? architecture.get().equals("aarch64")
                : look.host("CPU", Host::cpu).model().orElse("").startsWith("implementer");
    }

    private static boolean shows(Look look, KnownBugs.Bug bug) {
        Backing heap = Asked.heap(look);
        Bytes base = heap.residentMin().minus(heap.hugeMax().min(heap.residentMin()));
        return switch (bug.symptom()) {
            case BASE_PAGES -> base.compareTo(SEEN) >= 0;
            case UNTOUCHED ->
                HeapArguments.initial(look)
                        .filter(size -> heap.residentMax().times(HALF).compareTo(size) < 0)
                        .isPresent();
            case HIDDEN -> true;
        };
    }

    private static List<Outcome> finding(Look look, VmIdentity identity, KnownBugs.Bug bug) {
        boolean asked = bug.asked() != Requested.NONE && bug.symptom() != KnownBugs.Symptom.HIDDEN;
        look.note("known bug", bug.number(), "https://bugs.openjdk.org/browse/" + bug.number());
        return look.finding(
                asked ? Severity.WARNING : Severity.INFO,
                identity.version() + " has " + bug.number() + ": " + bug.what(),
                "What is seen here is what the bug does. It was fixed in " + String.join(", ", bug.fixed()) + ".",
                "On a release that has the fix the heap gets what was asked for; check: hp-cli advise --pid N.",
                asked ? List.of(new Action.ChangeJdk(bug.fixed())) : List.of());
    }
}
