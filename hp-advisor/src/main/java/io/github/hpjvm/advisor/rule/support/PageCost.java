package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Region;
import io.github.hpjvm.advisor.facts.ZeroFilled;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Optional;

/** The memory cost of huge pages for rules, with its evidence. */
public final class PageCost {

    /** A smaller cost is not worth a change. */
    public static final Bytes WORTH_SAYING = Bytes.ofMiB(64);

    /** Ten times the reach of a second-level TLB, a rule of thumb: current CPUs have 1 500 to 3 000 entries. */
    private static final long ENTRIES = 32_768;

    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);

    private PageCost() {}

    /**
     * The smallest heap that benefits from huge pages: 128 MiB with base pages of 4 KiB, 2 GiB with 64 KiB. On smaller heaps noise
     * exceeds the gain.
     */
    public static Bytes smallestHeap(RuleContext context) {
        return smallestHeap(context.maybeHost("base page", Host::basePage));
    }

    /** Returns the same for this size of a base page; 4 KiB if it is not known. */
    public static Bytes smallestHeap(Optional<Bytes> basePage) {
        return basePage.filter(page -> !page.isZero()).orElse(USUAL_BASE_PAGE).times(ENTRIES);
    }

    /** The base pages of zeros in the huge pages of a region; empty if they were not counted. */
    public static Optional<ZeroFilled> zeros(RuleContext context, RegionName name) {
        return context.region(name).zeroFilled().flatMap(fact -> {
            fact.known()
                    .ifPresent(zeros -> context.note(
                            "zeros in huge pages of " + name,
                            range(zeros),
                            fact.source().path()));
            return fact.known();
        });
    }

    /** The reason why they were not counted, and what permits it, as the end of a sentence. */
    public static String whyNotCounted(Region region) {
        return region.zeroFilledUnknown()
                .map(Missing::why)
                .orElse("these facts do not have it; hp-cli advise counts them on the host, as root");
    }

    /** A size with its bounds. */
    public static String range(ZeroFilled zeros) {
        return zeros.exact()
                ? zeros.bytes().rounded()
                : zeros.bytes().rounded() + " (" + zeros.min().rounded() + " to "
                        + zeros.max().rounded() + ", sampled)";
    }

    /** Why a control group has no room for the memory that huge pages would fill in the heap, as a sentence; empty if nothing is known against it. */
    public static Optional<String> beyondGroup(RuleContext context) {
        return context.region(RegionName.HEAP)
                .fill()
                .flatMap(fill -> MemoryLimits.shortRoom(context, fill))
                .map(room -> "A control group of the JVM has room for " + room.rounded()
                        + ", and the other memory of the JVM needs a part of that. Above the limit the kernel kills the"
                        + " JVM. Raise the limit first.");
    }

    /** How much the resident size of the heap grows with huge pages, as a sentence. */
    public static String growthOfHeap(RuleContext context) {
        Optional<Bytes> fill = context.region(RegionName.HEAP).fill();
        if (fill.isEmpty()) {
            return "Resident size can grow if the program touches its heap sparsely.";
        }
        context.note("memory that huge pages would fill in the heap", fill.get().rounded(), "/proc/PID/pagemap");
        return "Huge pages would fill " + fill.get().rounded()
                + " in blocks of the heap that are now in use: resident size grows by that.";
    }
}
