package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.fleet.Measurements;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The report of one snapshot file, or the reason why there is none. The same bytes give the same report, on each thread and
 * on each host.
 */
public final class SnapshotReport implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String source;
    private final @Nullable FleetReport report;
    private final String problem;

    private SnapshotReport(String source, @Nullable FleetReport report, String problem) {
        this.source = source;
        this.report = report;
        this.problem = problem;
    }

    /** A file that cannot be read, for that reason. */
    public static SnapshotReport failed(String source, String problem) {
        return new SnapshotReport(source, null, problem);
    }

    /**
     * The report of a file. Never throws because of its content.
     *
     * @param source name of the file
     * @param file its bytes, compressed by gzip or not
     * @param largest the largest size of its text
     */
    public static SnapshotReport of(String source, byte[] file, Bytes largest, HostLabels labels) {
        return of(source, file, largest, labels, Measurements.none());
    }

    /** The same with the bounds of measurements. */
    public static SnapshotReport of(
            String source, byte[] file, Bytes largest, HostLabels labels, Measurements measurements) {
        try {
            return new SnapshotReport(
                    source, FleetReport.of(source, FactsJson.readForAdvice(file, largest), labels, measurements), "");
        } catch (JsonFormatException e) {
            return failed(source, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            return failed(source, "it needs more memory; set a larger heap, as in HP_CLI_OPTS=-Xmx2g");
        } catch (RuntimeException | StackOverflowError e) {
            return failed(source, "no advice is possible: " + e);
        }
    }

    /** The name of the file. */
    public String source() {
        return source;
    }

    /** The report; empty if the file cannot be read. */
    public Optional<FleetReport> report() {
        return Optional.ofNullable(report);
    }

    /** The reason why it cannot be read; empty if there is a report. */
    public String problem() {
        return problem;
    }
}
