package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import io.github.hpjvm.advisor.term.Coverage;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a check; immutable.
 *
 * @param status the overall result
 * @param summary one sentence without a period at its end
 * @param requested the pages that the arguments request
 * @param heap the pages that back the heap; empty if unknown
 * @param coverage the share of heap and code on huge pages, without regions that could not be read
 * @param coverageTakenAt time at which the coverage was read; empty if it was not read
 * @param findings problems and possible improvements, most severe first
 * @param unknowns facts that could not be read
 * @param facts the evidence for the result
 * @param depth the depth of this check
 * @param takenAt time at which the facts were read
 * @param since time since which status and findings are the same, regardless of figures in the findings
 */
public record HealthReport(
        HealthStatus status,
        String summary,
        Requested requested,
        Optional<PageKind> heap,
        List<Coverage> coverage,
        Optional<Instant> coverageTakenAt,
        List<Finding> findings,
        List<Missing> unknowns,
        List<Evidence> facts,
        Depth depth,
        Instant takenAt,
        Instant since) {

    public HealthReport {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(summary, "summary");
        Objects.requireNonNull(requested, "requested");
        Objects.requireNonNull(heap, "heap");
        coverage = List.copyOf(coverage);
        Objects.requireNonNull(coverageTakenAt, "coverageTakenAt");
        findings = List.copyOf(findings);
        unknowns = List.copyOf(unknowns);
        facts = List.copyOf(facts);
        Objects.requireNonNull(depth, "depth");
        Objects.requireNonNull(takenAt, "takenAt");
        Objects.requireNonNull(since, "since");
    }

    /** Creates the report of a check that ended with an exception. */
    public static HealthReport failed(Throwable e) {
        String reason = e instanceof SecurityException
                ? "The security manager denies access that the check needs: " + e.getMessage()
                : "The check failed: " + e;
        return Judge.nothing(HealthStatus.UNKNOWN, reason, Instant.now());
    }

    /** The age of the report. A served report is at most {@code maxAge} old, unless the check hangs. */
    public Duration age() {
        return since(takenAt);
    }

    /** The age of the coverage; empty if there is none. */
    public Optional<Duration> coverageAge() {
        return coverageTakenAt.map(HealthReport::since);
    }

    /** The coverage of a region; empty if unknown. */
    public Optional<Coverage> coverage(RegionName region) {
        return coverage.stream().filter(c -> c.region() == region).findFirst();
    }

    /**
     * The report as names and values in a fixed order, for the health page of a framework: texts, numbers and booleans,
     * never null. Unknown values are omitted.
     */
    public Map<String, Object> details() {
        return Details.of(this);
    }

    /** The report as one JSON object. */
    public String toJson() {
        return FlatJson.write(details());
    }

    /** The same report with the time since which its outcome holds. */
    HealthReport since(HealthReport before) {
        return new HealthReport(
                status,
                summary,
                requested,
                heap,
                coverage,
                coverageTakenAt,
                findings,
                unknowns,
                facts,
                depth,
                takenAt,
                hasOutcomeOf(before) ? before.since : takenAt);
    }

    /** Returns whether both have the same status and rules, regardless of figures. */
    boolean hasOutcomeOf(HealthReport other) {
        return status == other.status && rules().equals(other.rules());
    }

    private List<String> rules() {
        return findings.stream().map(Finding::rule).sorted().toList();
    }

    private static Duration since(Instant then) {
        Duration age = Duration.between(then, Instant.now());
        return age.isNegative() ? Duration.ZERO : age;
    }
}
