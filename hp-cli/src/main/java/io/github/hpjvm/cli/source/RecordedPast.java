package io.github.hpjvm.cli.source;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.JsonFormatException;
import io.github.hpjvm.advisor.json.RecordedReadingJson;
import io.github.hpjvm.advisor.watch.HeapPast;
import io.github.hpjvm.advisor.watch.HeapPasts;
import io.github.hpjvm.advisor.watch.RecordedJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The past of one heap in recordings of {@code hp-cli watch}.
 *
 * @param past the past; empty if no recording has the heap
 * @param incomplete the number of files that could not be read to their end
 */
public record RecordedPast(Optional<HeapPast> past, int incomplete) {

    /** Reads the lines of a JVM, and of others that ran the same program. Damaged lines are left out. */
    static RecordedPast of(List<Path> observed, Jvm jvm, HostIdentity host) {
        RecordedJvm process = RecordedJvm.of(jvm);
        HeapPasts pasts = new HeapPasts(jvm.pid(), process, host);
        int incomplete = 0;
        for (Path path : observed) {
            incomplete += SnapshotFile.recorded(path, line -> {
                if (RecordedReadingJson.mayBeOf(line, jvm.pid(), process.main())) {
                    try {
                        pasts.add(RecordedReadingJson.read(line));
                    } catch (JsonFormatException e) {
                        // Another program may have written it.
                    }
                }
            });
        }
        return new RecordedPast(pasts.past(), incomplete);
    }
}
