package io.github.hpjvm.cli.emit;

import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes configuration to a file, or to a folder in which each file has its default name. */
final class EmittedFiles {
    private EmittedFiles() {}

    /**
     * All files as one text. Several files each follow a line with their path, as in systemctl cat; several files of YAML are
     * documents of one stream.
     */
    static String text(List<ConfigFile> files) {
        if (isYaml(files)) {
            return files.stream().map(ConfigFile::text).collect(Collectors.joining("---\n"));
        }
        return files.size() == 1
                ? files.get(0).text()
                : files.stream()
                        .map(file -> "# " + file.place() + "\n" + file.text())
                        .collect(Collectors.joining("\n"));
    }

    /**
     * Writes all files, or none if a new one cannot be completed.
     *
     * @param out an existing folder, or the name of a file
     * @return the paths of the written files
     * @throws UsageException if a file exists and must not be replaced, or if {@code out} names one file for several: systemd
     *     would read the unit and the script of one file as parts of the other unit
     */
    static List<Path> write(Path out, List<ConfigFile> files, boolean replace) {
        Map<Path, String> texts = new LinkedHashMap<>();
        if (Files.isDirectory(out)) {
            files.forEach(file -> texts.put(out.resolve(file.name()), file.text()));
        } else if (files.size() == 1 || isYaml(files)) {
            texts.put(out, text(files));
        } else {
            throw new UsageException("-o: the form has " + files.size() + " files, and " + out
                    + " is not an existing folder; create it, or leave -o out to see all files in one text");
        }
        if (!replace) {
            texts.keySet().forEach(OutputFile::requireAbsent);
        }
        texts.keySet().forEach(EmittedFiles::prepareFolder);
        OutputFile.writeAll(texts);
        return List.copyOf(texts.keySet());
    }

    private static boolean isYaml(List<ConfigFile> files) {
        return files.stream().allMatch(file -> file.name().endsWith(".yaml"));
    }

    private static void prepareFolder(Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            OutputFolder.prepare(folder);
        }
    }
}
