package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Fragmentation;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.hotspot.KernelThp.Word;
import java.util.Optional;

/** What memory that is not from a pool gets of the kernel when it is touched: huge pages or base pages. */
final class AnonymousMemory {

    private final Start start;
    private final KernelThp kernel;

    AnonymousMemory(Start start) {
        this.start = start;
        this.kernel = start.kernel();
    }

    /** Whether it is given huge pages at all; empty if the policy is not known. */
    Optional<Boolean> allowed(boolean advised) {
        return kernel.anonymous().map(word -> word == Word.EVERYBODY || advised && word == Word.ADVISED);
    }

    /** A region that gets none. */
    RegionForecast base(RegionName region, String why, String source) {
        return new RegionForecast(
                region, Optional.of(PageKind.BASE), start.machine().basePage(), When.NEVER, sentence(why), source);
    }

    /** A region of which it cannot be said. */
    RegionForecast unknown(RegionName region, When when, String why, String source) {
        return new RegionForecast(region, Optional.empty(), kernel.pageSize(), when, sentence(why), source);
    }

    /** A region that gets huge pages when it is touched, as far as there are any. */
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
        return new RegionForecast(region, Optional.of(PageKind.THP), kernel.pageSize(), when, sentence(why), source);
    }

    /** Whether there are fewer free blocks of the size of a huge page than it takes. */
    boolean isScarce(Optional<Bytes> size) {
        Optional<Long> blocks =
                start.host().fragmentation().known().map(Fragmentation::total).map(Fragmentation.Share::hugePages);
        return size.isPresent()
                && blocks.isPresent()
                && blocks.get() < size.get().dividedRoundingUp(kernel.pageSize());
    }

    static String sentence(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }
}
