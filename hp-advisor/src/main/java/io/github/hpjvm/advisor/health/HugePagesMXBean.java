package io.github.hpjvm.advisor.health;

import java.util.Map;

/**
 * The report of a {@link HugePagesHealth} as attributes of an MXBean, for JConsole, JDK Mission Control and agents that read
 * JMX. {@link HugePagesManagement} registers it. Each attribute is of the latest report, which {@link HugePagesHealth#check()}
 * returns: reading does not wait.
 */
public interface HugePagesMXBean {
    /** The name of the {@link HealthStatus}. */
    String getStatus();

    /** One sentence without a period at its end. */
    String getSummary();

    /** The pages that back the heap: {@code BASE}, {@code THP}, {@code HUGETLB}, {@code MIXED}, {@code UNKNOWN}. */
    String getHeapPages();

    /** The share of the resident bytes on huge pages, 0 to 1, by region; without regions whose coverage is unknown. */
    Map<String, Double> getCoverage();

    /** The severity and the summary of each finding, by the id of its rule. */
    Map<String, String> getFindings();
}
