package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** Pages of memory that is not from a pool: the kernel assigns huge pages or base pages when the memory is touched. */
final class AnonymousMemory {

    private final Start start;
    private final KernelThp kernel;

    AnonymousMemory(Start start) {
        this.start = start;
        this.kernel = start.kernel();
    }

    /** Returns whether the memory can get huge pages; empty if the policy is not known. */
    Optional<Boolean> allowed(boolean advised) {
        return kernel.to(advised).allowed();
    }

    /** Returns a forecast of base pages. */
    RegionForecast base(RegionName region, String why, String source) {
        return new RegionForecast(
                region, Optional.of(PageKind.BASE), start.machine().basePage(), When.NEVER, sentence(why), source);
    }

    /** Returns a forecast whose kind of pages is unknown. */
    RegionForecast unknown(RegionName region, When when, String why, String source) {
        return new RegionForecast(region, Optional.empty(), kernel.advised().pageSize(), when, sentence(why), source);
    }

    /**
     * Returns a forecast of huge pages at the first access, or an unknown kind if free memory is too fragmented for
     * them.
     */
    RegionForecast huge(RegionName region, Optional<Bytes> size, boolean advised, String why, String source) {
        When when = start.pretouches() && region == RegionName.HEAP ? When.AT_START : When.AT_FAULT;
        if (isScarce(size) && !kernel.compactsAtFault(advised).orElse(false)) {
            return unknown(
                    region,
                    When.LATER,
                    why + "; but free memory is fragmented, a page fault does not compact it (defrag is "
                            + kernel.policy().map(policy -> policy.defrag()).orElse("not known")
                            + "), and khugepaged takes its time",
                    source);
        }
        return new RegionForecast(
                region, Optional.of(PageKind.THP), kernel.to(advised).pageSize(), when, sentence(why), source);
    }

    /** Returns whether the free blocks of the PMD size are fewer than that size takes. */
    boolean isScarce(Optional<Bytes> size) {
        Optional<Long> blocks =
                start.host().fragmentation().known().map(Fragmentation::total).map(Fragmentation.Share::hugePages);
        return size.isPresent()
                && blocks.isPresent()
                && blocks.get() < size.get().dividedRoundingUp(kernel.pmdSize());
    }

    static String sentence(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
