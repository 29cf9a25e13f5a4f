package io.github.hpjvm.cli.fleet;

import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.cli.source.RecordedSnapshots;
import io.github.hpjvm.cli.text.FleetText;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The snapshots of a fleet.
 *
 * @param files their names, of the folder of a recording only its newest snapshot, in the order of the command line and of the folders; a file with several names once, by its
 *     first name
 * @param unlisted the folders that could not be listed, each with the reason
 * @param notes recorded snapshots that do not count
 */
record FleetInputs(List<Path> files, List<Source> unlisted, List<String> notes) {
    static final FleetInputs NONE = new FleetInputs(List.of(), List.of(), List.of());

    private static final List<String> ENDINGS = List.of(".json", ".json.gz");

    /**
     * The files that paths name, and the files in the folders that paths name.
     *
     * @throws UsageException if the paths name no snapshot
     */
    static FleetInputs of(List<Path> paths) {
        List<Path> named = new ArrayList<>();
        List<Source> unlisted = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (Path path : paths) {
            if (NamedFolder.is(path)) {
                NamedFolder.Listing listing = NamedFolder.list(path, ENDINGS);
                List<Path> newest = RecordedSnapshots.newestOfEach(listing.files());
                int older = listing.files().size() - newest.size();
                if (older > 0) {
                    notes.add(path + ": only the newest snapshot of a recording counts; left out: " + older);
                }
                named.addAll(newest);
                unlisted.addAll(listing.unlisted());
            } else {
                named.add(path);
            }
        }
        if (named.isEmpty() && unlisted.isEmpty()) {
            throw new UsageException(FleetText.noSnapshots(paths.get(0).toString()));
        }
        return new FleetInputs(once(named), unlisted, notes);
    }

    /**
     * Checks that a file to write is not read, now or by the next call.
     *
     * @param option the option that names it
     * @param inputs files and folders that are read
     * @throws UsageException if it is one of the files, or would be one of a folder
     */
    static void requireOther(String option, Path file, List<Path> inputs) {
        Path written = real(file);
        boolean hasEnding = ENDINGS.stream().anyMatch(written.toString()::endsWith);
        for (Path input : inputs) {
            if (written.equals(real(input))) {
                throw new UsageException(option + " " + file + ": it is an input; name another file");
            }
            if (hasEnding && NamedFolder.is(input) && written.startsWith(real(input))) {
                throw new UsageException(option + " " + file + ": " + input
                        + " is an input with all its files that end in .json; name a file outside of it");
            }
        }
    }

    /**
     * Checks that the page does not replace the rows.
     *
     * @param page the file of the page
     * @param rows the file of the rows
     */
    static void requireDifferent(Path page, Path rows) {
        if (real(page).equals(real(rows))) {
            throw new UsageException("--report " + page + ": -o writes the rows there; name another file");
        }
    }

    /** A snapshot that is read twice would count its JVMs and pools twice. */
    private static List<Path> once(List<Path> files) {
        Set<Path> seen = new HashSet<>();
        return files.stream().filter(file -> seen.add(real(file))).toList();
    }

    /** The file that a name leads to; the name in its folder if it leads nowhere, as that of a pipe or of a new file. */
    private static Path real(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        try {
            return file.toRealPath();
        } catch (IOException e) {
            Path folder = absolute.getParent();
            return folder == null || !NamedFolder.is(folder)
                    ? absolute
                    : real(folder).resolve(absolute.getFileName());
        }
    }
}
