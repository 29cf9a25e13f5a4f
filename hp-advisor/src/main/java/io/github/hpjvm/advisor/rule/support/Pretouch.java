package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Cpu;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The change that makes the whole heap resident at the start. It is advised only for a heap that has its full size anyway:
 * {@code -Xms} equals {@code -Xmx}, or the heap has grown nearly to its maximum.
 *
 * @param action the flags; empty if the change is not advised
 * @param objection why it is not advised, as a sentence after another one; empty if it is advised
 */
public record Pretouch(Optional<Action> action, String objection) {
    private static final int ADDS_ZERO_SINCE = 19;

    /** Why it is not advised where {@link #splitsHugePages} holds, as a sentence without its period. */
    public static final String SPLITS = "On this host AlwaysPreTouch of this release splits huge pages (JDK-8315923)";

    private static final String FLAG = "-XX:+AlwaysPreTouch";

    /** The change for a heap with this resident size. */
    public static Pretouch of(RuleContext context, Bytes resident) {
        if (HeapArguments.staysSmaller(context, resident)) {
            return new Pretouch(
                    Optional.empty(),
                    " The heap can stay smaller than its maximum, and AlwaysPreTouch would prevent that.");
        }
        if (splitsHugePages(context)) {
            return new Pretouch(Optional.empty(), " " + SPLITS + ".");
        }
        HeapRoom room = HeapRoom.of(context, resident);
        return room.fits()
                ? new Pretouch(Optional.of(action(context, resident)), "")
                : new Pretouch(Optional.empty(), room.objection());
    }

    /** The flags, with the memory that they make resident as a cost. AlwaysPreTouch touches the initial heap only. */
    private static Action action(RuleContext context, Bytes resident) {
        if (PageFacts.isZ(context)) {
            // It allocates its initial heap at the start.
            return HeapArguments.fixed(context);
        }
        JvmFlag flags = HeapArguments.grows(context)
                ? HeapArguments.fixed(context, FLAG)
                : new JvmFlag(List.of(FLAG), List.of());
        Bytes max = HeapArguments.max(context);
        Bytes more = max.minus(resident.min(max));
        return more.isZero() ? flags : flags.at(JvmFlag.RESTART + "; " + more.rounded() + " more resident");
    }

    /**
     * Returns whether AlwaysPreTouch splits huge pages. Since 19 it adds zero to a word of each page (JDK-8272807); on aarch64 that
     * reads first, and maps the huge zero page. 21.0.5 and 22 use MADV_POPULATE_WRITE instead (JDK-8315923), which the kernel has
     * since 5.14.
     */
    public static boolean splitsHugePages(RuleContext context) {
        Optional<JavaVersion> version = context.jvm("VM", Jvm::identity).release();
        boolean addsZero =
                version.filter(release -> release.isAtLeast(ADDS_ZERO_SINCE)).isPresent();
        if (!addsZero) {
            return false;
        }
        boolean fixed = version.filter(release -> release.isAtLeast(21, 0, 5)).isPresent();
        Optional<Kernel> kernel = context.maybeHost("kernel", Host::kernel);
        return (!fixed || kernel.filter(Pretouch::lacksPopulate).isPresent())
                && kernel.filter(one -> isAarch64(one, () -> context.maybeHost("CPU", Host::cpu)))
                        .isPresent();
    }

    /** Returns whether the kernel is known to be older than MADV_POPULATE_WRITE, which the fix of JDK-8315923 needs. */
    public static boolean lacksPopulate(Kernel kernel) {
        return kernel.isAtLeast(5, 14).equals(Optional.of(false));
    }

    /** Kernels before 6.1 do not tell the architecture; {@code /proc/cpuinfo} of aarch64 names an implementer. */
    public static boolean isAarch64(Kernel kernel, Supplier<Optional<Cpu>> cpu) {
        return kernel.architecture().isPresent()
                ? kernel.architecture().get().equals("aarch64")
                : cpu.get().flatMap(Cpu::model).orElse("").contains("implementer ");
    }

    /** Returns whether it is advised. */
    public boolean isAdvised() {
        return action.isPresent();
    }
}
