package io.github.hpjvm.bench.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What came of one {@link Provisioner#restore()}.
 *
 * @param entries in the order in which they were handled, latest change first; empty if there was nothing to put back
 * @param keptIn where the entries stand now that were reported and not applied, if there are any; they are never
 *     applied automatically
 */
public record RestoreReport(List<Restored> entries, Optional<Path> keptIn) {

    public RestoreReport {
        entries = List.copyOf(entries);
    }

    /** The report of a host on which nothing is to be put back. */
    public static RestoreReport nothing() {
        return new RestoreReport(List.of(), Optional.empty());
    }

    /** Whether every file holds again what was found in it. */
    public boolean isComplete() {
        return entries.stream().allMatch(Restored::isBack);
    }

    /** One line per entry, and one that names the file with the kept ones. */
    public List<String> lines() {
        return Stream.concat(
                        entries.stream().map(Restored::line),
                        keptIn.stream()
                                .map(file -> "what was not put back is noted in " + file + "; when it is settled: rm "
                                        + PlainText.quoted(file.toString())))
                .toList();
    }
}
