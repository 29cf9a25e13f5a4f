package io.github.hpjvm.advisor.health;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A change of status or findings of the health check. Its name and fields are public API. */
@Name("io.github.hpjvm.HugePageFindingChanged")
@Label("Huge Page Finding Changed")
@Category({"Java Virtual Machine", "Huge Pages"})
@Description("The status or the findings of the health check changed")
@StackTrace(false)
final class HugePageFindingEvent extends Event {
    @Label("Status Before")
    @Description("Absent for the first outcome of a recording")
    @Nullable
    String before;

    @Label("Status")
    @Nullable
    String status;

    @Label("Findings")
    @Description("Rules of the findings, most severe first")
    @Nullable
    String findings;

    @Label("Summary")
    @Nullable
    String summary;

    @Label("Actions")
    @Description("What to do")
    @Nullable
    String actions;
}
