package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Where everybody gets huge pages, the kernel may put one below each thread's stack, of which the thread needs a few
 * base pages (JDK-8303215). Linux since 6.7 keeps MAP_STACK out of it, and newer JVMs keep their stacks apart
 * (JDK-8312182).
 */
final class StacksOnThp implements Rule {
    /** What is on huge pages of stacks and worth a warning: 32 stacks of 2 MiB. */
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(64);

    /** Where it cannot be seen: what it would be if each thread had one huge page. */
    private static final Bytes COULD_BE = Bytes.ofMiB(512);

    @Override
    public String id() {
        return "HP-202";
    }

    @Override
    public String title() {
        return "thread stacks on transparent huge pages";
    }

    @Override
    public String subject() {
        return "stacks";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        ThpPolicy policy = look.host("THP policy", Host::thp);
        if (!policy.effective().equals("always")) {
            return look.notApplicable("only those who ask get huge pages, and for stacks nobody asks");
        }
        Optional<Boolean> keepsApart = look.host("kernel", Host::kernel).isAtLeast(6, 7);
        if (keepsApart.equals(Optional.of(true))) {
            return look.pass("kernels since 6.7 give no huge page to a stack");
        }
        Optional<JavaVersion> release = look.jvm("VM", Jvm::identity).release();
        if (release.filter(StacksOnThp::mitigates).isPresent() && !switchedOff(look)) {
            return look.pass("this release keeps its stacks off huge pages (JDK-8312182)");
        }
        long threads = look.maybeJvm("status", Jvm::status)
                .flatMap(status -> status.field("Threads"))
                .filter(text -> Words.isNumber(text, 9))
                .map(Long::parseLong)
                .orElse(0L);
        Optional<Bytes> seen = look.maybeJvm(
                        "stacks", jvm -> jvm.region(RegionName.STACKS).backing())
                .map(Backing::hugeMin);
        Bytes most = policy.pmdSize().times(threads);
        boolean live = seen.map(huge -> huge.compareTo(WORTH_SAYING) >= 0).orElse(most.compareTo(COULD_BE) >= 0);
        if (!live) {
            return seen.isPresent()
                    ? look.pass("of the stacks " + seen.get() + " are on huge pages")
                    : look.notApplicable("with " + threads + " threads there is little to lose");
        }
        return look.finding(
                Severity.WARNING,
                seen.map(huge -> huge.rounded() + " of thread stacks are on huge pages")
                        .orElse("The stacks of " + threads + " threads may take " + most.rounded() + " of memory"),
                "This host gives huge pages to everybody, its kernel is older than 6.7, and this release does not keep its"
                        + " stacks apart: a thread that needs a few KiB gets " + policy.pmdSize() + ".",
                "On a release that does (JDK-8312182), or with enabled set to madvise and -XX:+UseTransparentHugePages for"
                        + " the heap, stacks are on base pages. Until then stacks that are no multiple of 2 MiB, as"
                        + " -Xss1020k, are hit less.",
                release.flatMap(StacksOnThp::better).stream().toList());
    }

    private static boolean switchedOff(Look look) {
        return look.jvm("arguments", Jvm::arguments).texts().contains("-XX:-THPStackMitigation");
    }

    /** JDK-8312182: 22, 21.0.1, 17.0.10 and 11.0.33; {@code flags.tsv} says how that was settled. */
    private static boolean mitigates(JavaVersion version) {
        return switch (version.feature()) {
            case 11 -> version.isAtLeast(11, 0, 33);
            case 17 -> version.isAtLeast(17, 0, 10);
            case 21 -> version.isAtLeast(21, 0, 1);
            default -> version.isAtLeast(22);
        };
    }

    private static Optional<Action> better(JavaVersion version) {
        return switch (version.feature()) {
            case 11 -> Optional.of(new Action.ChangeJdk(List.of("11.0.33", "17.0.10", "21.0.1")));
            case 17 -> Optional.of(new Action.ChangeJdk(List.of("17.0.10", "21.0.1")));
            case 21 -> Optional.of(new Action.ChangeJdk(List.of("21.0.1")));
            default -> Optional.empty();
        };
    }
}
