package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.NamedFolder;
import io.github.hpjvm.bench.error.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The snapshots of a fleet.
 *
 * @param files their names, in the order of the command line and of the folders
 * @param unlisted reasons why folders could not be listed, a sentence each
 */
record FleetInputs(List<Path> files, List<String> unlisted) {
    private static final List<String> ENDINGS = List.of(".json", ".json.gz");

    /**
     * The files that paths name, and those in the folders that they name.
     *
     * @throws UsageException if there is no file
     */
    static FleetInputs of(List<Path> paths) {
        List<Path> files = new ArrayList<>();
        List<String> unlisted = new ArrayList<>();
        for (Path path : paths) {
            if (!NamedFolder.is(path)) {
                files.add(path);
                continue;
            }
            Fact<List<Path>> listed = NamedFolder.files(path, ENDINGS);
            files.addAll(listed.known().orElse(List.of()));
            if (listed.known().isEmpty()) {
                unlisted.add("skipped " + path + ": " + listed.source().excerpt());
            }
        }
        if (files.isEmpty() && unlisted.isEmpty()) {
            throw new UsageException("no file in " + paths.get(0)
                    + " ends in .json or .json.gz; hp-cli snapshot --all --compact -o FILE writes one");
        }
        return new FleetInputs(files, unlisted);
    }
}
