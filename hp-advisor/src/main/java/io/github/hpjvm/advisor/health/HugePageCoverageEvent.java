package io.github.hpjvm.advisor.health;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** The coverage of one region at one check of the memory. Its name and fields are public API. */
@Name("io.github.hpjvm.HugePageCoverage")
@Label("Huge Page Coverage")
@Category({"Java Virtual Machine", "Huge Pages"})
@Description("Share of the resident memory of a region that huge pages back")
@StackTrace(false)
final class HugePageCoverageEvent extends Event {
    @Label("Region")
    @Nullable
    String region;

    @Label("Pages")
    @Description("Kind of the huge pages: THP or HUGETLB")
    @Nullable
    String pages;

    @Label("Coverage")
    @Percentage
    double coverage;

    @Label("Coverage Minimum")
    @Description("Lower end of the 95 % interval")
    @Percentage
    double coverageMin;

    @Label("Coverage Maximum")
    @Description("Upper end of the 95 % interval")
    @Percentage
    double coverageMax;

    @Label("Resident")
    @DataAmount
    long resident;

    @Label("Resident on Huge Pages")
    @DataAmount
    long huge;

    @Label("Examined Pages")
    @Description("Number of sampled pages; 0 if all were examined")
    int examined;
}
