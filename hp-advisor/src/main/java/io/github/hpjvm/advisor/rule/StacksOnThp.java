package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.Tunables;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.os.text.Words;
import java.util.List;
import java.util.Optional;

/**
 * Thread stacks on transparent huge pages. In always mode the kernel can back each thread's stack with a huge page,
 * although the thread needs a few base pages (JDK-8303215). Linux since 6.7 excludes MAP_STACK, and newer JVMs separate
 * their stacks with guard pages (JDK-8312182).
 */
final class StacksOnThp implements Rule {
    /** Size of stacks on huge pages that calls for a warning: 32 stacks of 2 MiB. */
    private static final Bytes WORTH_SAYING = Bytes.ofMiB(64);

    /** The same threshold if stacks are not located: one huge page of the usual size for each thread. */
    private static final Bytes COULD_BE = Bytes.ofMiB(512);

    /** Largest default stack ({@code globals_linux_aarch64.hpp}, ThreadStackSize): no larger page lies in one stack. */
    private static final Bytes USUAL_STACK = Bytes.ofMiB(2);

    private static final String ON = "-XX:+THPStackMitigation";
    private static final String OFF = "-XX:-THPStackMitigation";

    @Override
    public Declaration declaration() {
        return new Declaration(
                "HP-202", "thread stacks on transparent huge pages", "stacks", Family.SIDE_EFFECTS, Affected.NONE);
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        ThpPolicy policy = context.host("THP policy", Host::thp);
        if (!policy.effective().equals("always")) {
            return context.notApplicable("the host is not in always mode, and stacks do not opt in");
        }
        Optional<Boolean> keepsApart = context.host("kernel", Host::kernel).isAtLeast(6, 7);
        boolean apart = keepsApart.equals(Optional.of(true));
        if (apart && !areSeen(context)) {
            return context.pass("kernels since 6.7 do not back stacks with huge pages that are mapped with MAP_STACK");
        }
        Optional<JavaVersion> release = context.jvm("VM", Jvm::identity).release();
        boolean mitigates = release.filter(StacksOnThp::mitigates).isPresent();
        if (mitigates && !switchedOff(context)) {
            return context.pass("this release keeps its stacks off huge pages (JDK-8312182)");
        }
        long threads = context.maybeJvm("status", Jvm::status)
                .flatMap(status -> status.field("Threads"))
                .filter(text -> Words.isNumber(text, 9))
                .map(Long::parseLong)
                .orElse(0L);
        Optional<Bytes> seen = context.maybeJvm(
                        "stacks", jvm -> jvm.region(RegionName.STACKS).backing())
                .map(Backing::hugeMin);
        Bytes each = policy.pmdSize().min(stack(context));
        Bytes most = each.times(threads);
        boolean live = seen.map(huge -> huge.compareTo(WORTH_SAYING) >= 0).orElse(most.compareTo(COULD_BE) >= 0);
        if (!live) {
            return seen.isPresent()
                    ? context.pass("only " + seen.get() + " of stacks are on huge pages")
                    : context.notApplicable("with " + threads + " threads the cost is small");
        }
        boolean excluded = context.maybeJvm("environment", Jvm::environment)
                .map(variables -> variables.getOrDefault(Tunables.VARIABLE, ""))
                .filter(tunables -> Tunables.value(tunables, Tunables.STACKS).equals("0"))
                .isPresent();
        if (excluded && seen.isEmpty()) {
            return context.notApplicable(
                    Tunables.STACKS + "=0 excludes the stacks, if glibc is 2.38 or newer; the stacks were not located");
        }
        return context.finding(
                Severity.WARNING,
                seen.map(huge -> huge.rounded() + " of thread stacks are on huge pages")
                        .orElse("The stacks of " + threads + " threads can take " + most.rounded() + " of memory"),
                "The host is in always mode, "
                        + (apart
                                ? "its kernel keeps only stacks that are mapped with MAP_STACK off huge pages, as those of"
                                        + " glibc and not those of musl, and "
                                : "its kernel is older than 6.7, and ")
                        + (mitigates
                                ? OFF + " disables the separation of stacks"
                                : "this release does not separate its stacks")
                        + ": a thread that needs a few KiB takes " + each + "."
                        + (excluded
                                ? " " + Tunables.STACKS
                                        + "=0 has no effect here: glibc is older than 2.38, or the program"
                                        + " maps these stacks itself."
                                : ""),
                (mitigates ? "With it" : "On a release with the mitigation (JDK-8312182)")
                        + ", or in madvise mode with"
                        + " -XX:+UseTransparentHugePages for the heap, stacks are on base pages. Until then a"
                        + " stack size that is not a multiple of " + policy.pmdSize()
                        + ", such as -Xss1020k, is affected less.",
                mitigates
                        ? List.of(new JvmFlag(List.of(), List.of(OFF)))
                        : release.flatMap(StacksOnThp::better).stream().toList());
    }

    /**
     * Returns whether stacks on huge pages were seen. A kernel since 6.7 keeps mappings with MAP_STACK off huge pages
     * (calc_vm_flag_bits in {@code include/linux/mman.h}); musl maps stacks without this flag ({@code pthread_create.c}).
     */
    private static boolean areSeen(RuleContext context) {
        return context.region(RegionName.STACKS)
                .backing()
                .known()
                .filter(stacks -> stacks.hugeMin().compareTo(WORTH_SAYING) >= 0)
                .isPresent();
    }

    /** The size of a stack; at least the largest default. */
    private static Bytes stack(RuleContext context) {
        return context.flag("ThreadStackSize")
                .map(VmFlag::value)
                .filter(text -> Words.isNumber(text, 9))
                .map(kib -> Bytes.ofKiB(Long.parseLong(kib)))
                .orElse(Bytes.ZERO)
                .max(USUAL_STACK);
    }

    private static boolean switchedOff(RuleContext context) {
        return context.jvm("arguments", Jvm::arguments).texts().stream()
                .filter(text -> text.equals(OFF) || text.equals(ON))
                .reduce((first, last) -> last)
                .filter(OFF::equals)
                .isPresent();
    }

    /**
     * Returns whether the release has JDK-8312182: 22, 21.0.1, 17.0.10 and 11.0.33; {@code flags.tsv} has the evidence.
     */
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
            case 11 -> Optional.of(new ChangeJdk(List.of("11.0.33", "17.0.10", "21.0.1")));
            case 17 -> Optional.of(new ChangeJdk(List.of("17.0.10", "21.0.1")));
            case 21 -> Optional.of(new ChangeJdk(List.of("21.0.1")));
            default -> Optional.empty();
        };
    }
}
