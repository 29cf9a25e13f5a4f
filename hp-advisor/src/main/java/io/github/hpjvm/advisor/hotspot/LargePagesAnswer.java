package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builder of the result: collects the messages of HotSpot during the selection of large pages, then creates it. */
final class LargePagesAnswer {

    private final int release;
    private final boolean thpFlag;
    private final List<Warning> warnings = new ArrayList<>();
    private final List<Missing> unknowns = new ArrayList<>();

    /** @param thpFlag whether the flag for transparent huge pages is on */
    LargePagesAnswer(int release, boolean thpFlag) {
        this.release = release;
        this.thpFlag = thpFlag;
    }

    void warn(WarningCode code, String text) {
        warnings.add(new Warning(code, text));
    }

    LargePages advised(Bytes page, String why) {
        return settled(Type.THP, PageSizes.of(page), PageSizes.NONE, true, why);
    }

    LargePages pooled(PageSizes sizes, String why) {
        return settled(Type.HUGETLB, sizes, sizes, false, why);
    }

    LargePages shared(Bytes page, String why) {
        return settled(Type.SHM, PageSizes.of(page), PageSizes.of(page), false, why);
    }

    LargePages none(String why) {
        return settled(Type.NONE, PageSizes.NONE, PageSizes.NONE, false, why);
    }

    /** Returns the result if large pages of a pool were requested, and the JVM uses none. */
    LargePages refused(PageSizes asked, String why) {
        return settled(Type.NONE, PageSizes.NONE, asked, false, why);
    }

    LargePages settled(Type type, PageSizes sizes, PageSizes pool, boolean thpRequested, String why) {
        return new LargePages(Optional.of(type), sizes, pool, thpRequested, warnings, why, source(), unknowns);
    }

    LargePages unknown(String what, Fact<?> fact) {
        return unknown(Machine.missing(what, fact));
    }

    LargePages unknown(Missing missing) {
        unknowns.add(missing);
        return new LargePages(
                Optional.empty(),
                PageSizes.NONE,
                PageSizes.NONE,
                thpFlag,
                warnings,
                missing.fact() + " is not known",
                source(),
                unknowns);
    }

    private String source() {
        String file = release == 8 ? "hotspot/src/os/linux/vm/os_linux.cpp" : "src/hotspot/os/linux/os_linux.cpp";
        return file + " of " + release + ": os::large_page_init";
    }
}
