package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.run.OutputFile;
import io.github.hpjvm.bench.run.OutputFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes configuration to where the user said: a file, or a folder in which each file has its own name. */
final class EmittedFiles {
    private EmittedFiles() {}

    /** All of them as one text: as it is if there is one, else each below a line with its place, as systemctl cat does. */
    static String text(List<ConfigFile> files) {
        return files.size() == 1
                ? files.get(0).text()
                : files.stream()
                        .map(file -> "# " + file.place() + "\n" + file.text())
                        .collect(Collectors.joining("\n"));
    }

    /**
     * @param out a folder that is there, or the name of a file
     * @return what was written
     * @throws UsageException if one of them is there and is not to be replaced; nothing is written then
     */
    static List<Path> write(Path out, List<ConfigFile> files, boolean replace) {
        Map<Path, String> texts = new LinkedHashMap<>();
        if (Files.isDirectory(out)) {
            files.forEach(file -> texts.put(out.resolve(file.name()), file.text()));
        } else {
            texts.put(out, text(files));
        }
        if (!replace) {
            texts.keySet().forEach(OutputFile::requireAbsent);
        }
        texts.forEach(EmittedFiles::write);
        return List.copyOf(texts.keySet());
    }

    private static void write(Path path, String text) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            OutputFolder.prepare(folder);
        }
        OutputFile.write(path, text);
    }
}
