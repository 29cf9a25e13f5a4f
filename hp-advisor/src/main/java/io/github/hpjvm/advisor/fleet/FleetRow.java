package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A finding of a JVM, or a JVM without a finding. A value that is unknown is null, as in a table.
 *
 * @param source name of the snapshot
 * @param host name of the host
 * @param takenAt time at which the facts were read, in the form of ISO 8601, UTC
 * @param pid process ID in the snapshot
 * @param main main class, jar or module
 * @param release feature release of Java, such as 21
 * @param version version with its build
 * @param vendor maker of the JVM
 * @param gc collector
 * @param maxHeapBytes maximum size of the heap
 * @param requested requested pages: NONE, THP or HUGETLB
 * @param heapKind kind of page that backs the heap: BASE, THP, HUGETLB or MIXED
 * @param heapCoverage share of the heap's resident bytes on huge pages, 0 to 1
 * @param heapResidentBytes resident bytes of the heap
 * @param rule id of the rule; null in the row of a JVM without a finding, as the next three
 * @param severity INFO, WARNING or CRITICAL
 * @param subject subject of the finding
 * @param summary the finding as a sentence
 * @param effectBytes size of the memory that the finding is about, as {@link Effect} defines it
 * @param labels labels of the host, by name
 * @param cpuCores mean number of CPUs that the JVM has used since an earlier snapshot, or else since its start
 * @param gainAtMostCores the most CPUs that huge pages can save, by a measurement; a bound and no saving; 0 for a measured
 *     JVM that cannot gain; null without a measurement
 * @param memoryCostBytes memory that would be filled if each touched 2 MiB of the heap became huge
 * @param service the label of the service, else the main class, or the jar without its folder
 * @param change the changes of the JVM's plan, separated by semicolons; null if it has none
 */
// The annotation is for tools only: a caller needs no module for it.
@SuppressWarnings("exports")
public record FleetRow(
        String source,
        @Nullable String host,
        String takenAt,
        long pid,
        @Nullable String main,
        @Nullable Integer release,
        @Nullable String version,
        @Nullable String vendor,
        @Nullable String gc,
        @Nullable Long maxHeapBytes,
        @Nullable String requested,
        @Nullable String heapKind,
        @Nullable Double heapCoverage,
        @Nullable Long heapResidentBytes,
        @Nullable String rule,
        @Nullable String severity,
        @Nullable String subject,
        @Nullable String summary,
        @Nullable Long effectBytes,
        Map<String, String> labels,
        @Nullable Double cpuCores,
        @Nullable Double gainAtMostCores,
        @Nullable Long memoryCostBytes,
        @Nullable String service,
        @Nullable String change)
        implements Serializable {
    /** The version of the columns. A column that is added does not change it. */
    static final int SCHEMA_VERSION = 1;

    private static final long serialVersionUID = 1L;

    public FleetRow {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(takenAt, "takenAt");
        labels = new TreeMap<>(labels);
    }
}
