package io.github.hpjvm.spark;

import io.github.hpjvm.advisor.fleet.FleetReport;
import io.github.hpjvm.advisor.fleet.FleetSummary;
import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.json.FleetJson;
import io.github.hpjvm.advisor.json.SnapshotReport;
import io.github.hpjvm.cli.text.FleetText;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.input.PortableDataStream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.storage.StorageLevel;

/**
 * Advises on the snapshots of a folder, on any file system of Hadoop: {@code spark-submit --class
 * io.github.hpjvm.spark.FleetJob hp-fleet-spark.jar IN OUT [LABELS]}. Writes {@code OUT/rows} as Parquet and {@code
 * OUT/summary.json}, and prints the summary. The exit codes are those of {@code hp-cli fleet}.
 */
public final class FleetJob {
    private static final int INVALID_USAGE = 2;
    private static final int INSUFFICIENT = 4;

    /** Several, because hosts differ in the number of their JVMs. */
    private static final int PARTITIONS_PER_CORE = 32;

    private static final String RECURSIVE = "mapreduce.input.fileinputformat.input.dir.recursive";

    private FleetJob() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length < 2 || arguments.length > 3) {
            System.err.println(
                    "hp-fleet-spark: give a folder of snapshots, a new folder for the result, and at most one"
                            + " CSV file of labels: IN OUT [LABELS]");
            System.exit(INVALID_USAGE);
        }
        long damaged = 0;
        Optional<String> unusable = Optional.empty();
        try (SparkSession spark = SparkSession.builder().appName("hp-jvm fleet").getOrCreate()) {
            HostLabels labels = arguments.length == 3 ? labels(spark, arguments[2]) : HostLabels.ofNames();
            damaged = run(spark, arguments[0], arguments[1], labels).damaged();
        } catch (UsageException e) {
            unusable = Optional.of(e.getMessage());
        }
        if (unusable.isPresent()) {
            System.err.println("hp-fleet-spark: " + unusable.get());
            System.exit(INVALID_USAGE);
        }
        if (damaged > 0) {
            System.exit(INSUFFICIENT);
        }
    }

    /**
     * Writes the result and returns its summary.
     *
     * @throws UsageException if the folder has no snapshot
     */
    static FleetSummary run(SparkSession spark, String in, String out, HostLabels labels) throws IOException {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
        context.hadoopConfiguration().set(RECURSIVE, "true");
        Path folder = new Path(in);
        FileSystem system = folder.getFileSystem(context.hadoopConfiguration());
        SourceNames names = new SourceNames(system.makeQualified(folder).toString(), in);
        NewestRecorded newest = NewestRecorded.in(folder, system);
        JavaPairRDD<String, PortableDataStream> files = context.binaryFiles(
                        in, context.defaultParallelism() * PARTITIONS_PER_CORE)
                .filter(file -> names.isSnapshot(file._1()) && !newest.isOutdated(file._1()));
        if (files.isEmpty()) {
            throw new UsageException(FleetText.noSnapshots(in));
        }
        JavaRDD<SnapshotReport> reports = files.mapPartitions(some -> new SnapshotReports(some, names, labels))
                .persist(StorageLevel.MEMORY_AND_DISK());
        JavaRDD<Row> rows = reports.flatMap(report -> report.report().map(FleetReport::rows).stream()
                .flatMap(list -> list.stream())
                .map(ParquetRow::of)
                .iterator());
        spark.createDataFrame(rows, ParquetRow.SCHEMA).write().parquet(out + "/rows");
        FleetSummary summary = reports.treeAggregate(new FleetSummary(), FleetJob::add, FleetJob::merge);
        for (Iterator<SnapshotReport> each =
                        reports.filter(report -> report.report().isEmpty()).toLocalIterator();
                each.hasNext(); ) {
            SnapshotReport report = each.next();
            System.err.println("hp-fleet-spark: skipped " + report.source() + ": " + report.problem());
        }
        reports.unpersist();
        write(new Path(out, "summary.json"), FleetJson.write(summary), context);
        System.out.print(FleetText.write(summary, false));
        return summary;
    }

    private static FleetSummary add(FleetSummary summary, SnapshotReport report) {
        report.report().ifPresentOrElse(summary::add, summary::addDamaged);
        return summary;
    }

    private static FleetSummary merge(FleetSummary one, FleetSummary other) {
        one.add(other);
        return one;
    }

    private static void write(Path file, String text, JavaSparkContext context) throws IOException {
        FileSystem system = file.getFileSystem(context.hadoopConfiguration());
        try (OutputStream stream = system.create(file, true)) {
            stream.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The labels of a CSV file, as {@code hp-cli fleet --labels} reads them. */
    private static HostLabels labels(SparkSession spark, String file) {
        Map<String, Map<String, String>> listed = new LinkedHashMap<>();
        for (Row row : spark.read().option("header", "true").csv(file).collectAsList()) {
            Map<String, String> labels = new LinkedHashMap<>();
            String[] header = row.schema().fieldNames();
            if (!HostLabels.isKey(header[0]) || header.length < 2) {
                throw new UsageException(FleetText.noLabels(file));
            }
            for (int i = 1; i < header.length; i++) {
                if (!row.isNullAt(i)) {
                    labels.put(header[i], row.getString(i));
                }
            }
            if (!row.isNullAt(0)) {
                listed.put(row.getString(0), labels);
            }
        }
        return HostLabels.of(listed);
    }
}
