package io.github.hpjvm.advisor.read.memory;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.read.memory.PagemapScan.Present;
import java.util.Optional;
import java.util.function.Function;

/** Splits a range whose scan takes some milliseconds into two halves that two threads scan at the same time. */
public final class Halves {

    /** Size from which on a range is split. Its scan in base pages takes 3 ms. */
    public static final Bytes LARGE = Bytes.ofGiB(1);

    private final Bytes pmdSize;
    private final Function<AddressRange, Optional<Present>> there;

    /**
     * Creates the splitter.
     *
     * @param pmdSize no huge page is split between the halves
     * @param there scans a range in another thread
     */
    public Halves(Bytes pmdSize, Function<AddressRange, Optional<Present>> there) {
        this.pmdSize = pmdSize;
        this.there = there;
    }

    /**
     * Returns the present pages of a range; empty if they cannot be known for a half.
     *
     * @param here scans a range in this thread
     */
    public Optional<Present> of(AddressRange range, Function<AddressRange, Optional<Present>> here) {
        if (range.size().compareTo(LARGE) < 0) {
            return here.apply(range);
        }
        long middle = range.start() + range.size().value() / 2 & -pmdSize.value();
        AddressRange upper = new AddressRange(middle, range.end());
        Meanwhile<Optional<Present>> second = Meanwhile.begin("scans", () -> there.apply(upper));
        Optional<Present> first = here.apply(new AddressRange(range.start(), middle));
        Optional<Present> last = second.get();
        return first.flatMap(low -> last.map(low::plus));
    }
}
