package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Coverage;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.finding.Evidence;
import io.github.hpjvm.advisor.finding.Outcome.Finding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What a check found; immutable.
 *
 * @param status what it comes to
 * @param summary one sentence without a period at its end
 * @param requested the pages that the arguments ask for
 * @param heap the pages that the heap is on; empty if that is not known
 * @param coverage what share of heap and code is on huge pages; a region that could not be looked at is not in it
 * @param coverageTakenAt when that was looked at; empty if it was not
 * @param findings what is not as it should or could be, the worst first
 * @param unknowns what could not be seen
 * @param facts what all of that rests on
 * @param depth how far this check has looked
 * @param takenAt when the facts were read
 * @param since when the outcome became what it is: status and findings, whatever their figures
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

    /** The report of a check that ended with an exception. */
    public static HealthReport failed(Throwable e) {
        String reason = e instanceof SecurityException
                ? "The security manager refuses what the check reads: " + e.getMessage()
                : "The check itself failed: " + e;
        return Judge.nothing(HealthStatus.UNKNOWN, reason, Instant.now());
    }

    /** How old the report is; a served one is as old as {@code maxAge} at most, and one of a check that hangs is older. */
    public Duration age() {
        return since(takenAt);
    }

    /** How old the share of huge pages in it is; empty if it has none. */
    public Optional<Duration> coverageAge() {
        return coverageTakenAt.map(HealthReport::since);
    }

    /** The share of a region; empty if it is not known. */
    public Optional<Coverage> coverage(RegionName region) {
        return coverage.stream().filter(c -> c.region() == region).findFirst();
    }

    /**
     * The report as names and values in a fixed order, for the page of a framework: texts, numbers and booleans, none of
     * them null. What is not known is left out.
     */
    public Map<String, Object> details() {
        return Details.of(this);
    }

    /** The same as one JSON object. */
    public String toJson() {
        return FlatJson.write(details());
    }

    /** The same report with the time at which its outcome began. */
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

    /** Whether both come to the same, whatever their figures. */
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
