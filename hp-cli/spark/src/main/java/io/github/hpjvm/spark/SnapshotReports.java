package io.github.hpjvm.spark;

import io.github.hpjvm.advisor.fleet.HostLabels;
import io.github.hpjvm.advisor.json.SnapshotReport;
import io.github.hpjvm.advisor.term.Bytes;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.Iterator;
import org.apache.spark.input.PortableDataStream;
import scala.Tuple2;

/** The reports of the files of one partition. Holds one file at a time. */
final class SnapshotReports implements Iterator<SnapshotReport> {
    private static final Bytes LARGEST = Bytes.ofMiB(64);

    private final Iterator<Tuple2<String, PortableDataStream>> files;
    private final SourceNames names;
    private final HostLabels labels;

    SnapshotReports(Iterator<Tuple2<String, PortableDataStream>> files, SourceNames names, HostLabels labels) {
        this.files = files;
        this.names = names;
        this.labels = labels;
    }

    @Override
    public boolean hasNext() {
        return files.hasNext();
    }

    @Override
    public SnapshotReport next() {
        Tuple2<String, PortableDataStream> file = files.next();
        String source = names.of(file._1());
        try (DataInputStream in = file._2().open()) {
            byte[] bytes = in.readNBytes((int) LARGEST.value() + 1);
            return SnapshotReport.of(source, bytes, LARGEST, labels);
        } catch (IOException e) {
            return SnapshotReport.failed(source, "cannot read it: " + e.getMessage());
        }
    }
}
