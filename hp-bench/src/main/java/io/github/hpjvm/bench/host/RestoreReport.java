package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Result of one {@link Provisioner#restore()}.
 *
 * @param entries in the order in which they were handled, latest change first; empty if there was nothing to restore
 * @param keptIn file of the entries that were reported and not applied, if there are any; they are never applied
 *     automatically
 */
public record RestoreReport(List<Restored> entries, Optional<Path> keptIn) {

    public RestoreReport {
        entries = List.copyOf(entries);
    }

    /** The report of a host on which there is nothing to restore. */
    public static RestoreReport nothing() {
        return new RestoreReport(List.of(), Optional.empty());
    }

    /** Returns whether every file holds the value that was found in it. */
    public boolean isComplete() {
        return entries.stream().allMatch(Restored::isRestored);
    }

    /** One line per entry, and one that names the file with the kept entries. */
    public List<String> lines() {
        return Stream.concat(
                        entries.stream().map(Restored::line),
                        keptIn.stream()
                                .map(file -> "values that were not restored are noted in " + file
                                        + "; to delete the note: rm " + ShellQuote.word(file.toString())))
                .toList();
    }
}
