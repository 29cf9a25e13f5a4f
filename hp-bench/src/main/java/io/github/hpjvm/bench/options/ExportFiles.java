package io.github.hpjvm.bench.options;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The files that options name, none of which may replace another one. A device or a FIFO may have several. */
public final class ExportFiles {
    private final Map<Path, String> taken = new HashMap<>();

    /**
     * Checks the files that a campaign exports, before it measures: that each could be written, and that none is named twice.
     *
     * @param own the files that each campaign writes
     * @throws UsageException if a path is a folder, one of the campaign's own files, or the file of another option
     * @throws BenchException if a file could not be written
     */
    public static void require(BenchOptions.Exports exports, Collection<Path> own) {
        ExportFiles files = new ExportFiles();
        own.forEach(file -> files.keep(file, "is a file of the campaign itself"));
        files.name(exports);
        all(exports).forEach((option, file) -> file.ifPresent(it -> requireWritable(option, it)));
    }

    /**
     * Keeps a file from being named by an option.
     *
     * @param why follows the name of the file in messages
     */
    public void keep(Path file, String why) {
        taken.put(place(file), why);
        try {
            // A link is replaced, not followed: its target has to be kept too.
            taken.put(file.toRealPath(), why);
        } catch (IOException e) {
            // There is no such file yet.
        }
    }

    /**
     * Adds the file of an option.
     *
     * @throws UsageException if the file is named already
     */
    public void name(String option, Path file) {
        if (OutputFile.isStream(file)) {
            return;
        }
        String why = taken.putIfAbsent(place(file), "is also a file of --" + option);
        if (why != null) {
            throw new UsageException(option + ": " + file + " " + why + "; name another");
        }
    }

    /** Adds the files of exports. */
    public void name(BenchOptions.Exports exports) {
        all(exports).forEach((option, file) -> file.ifPresent(it -> name(option.label(), it)));
    }

    private static Map<CampaignOption, Optional<Path>> all(BenchOptions.Exports exports) {
        Map<CampaignOption, Optional<Path>> all = new EnumMap<>(CampaignOption.class);
        all.put(CampaignOption.EXPORT_MARKDOWN, exports.markdown());
        all.put(CampaignOption.EXPORT_JUNIT, exports.junit());
        all.put(CampaignOption.EXPORT_CSV, exports.csv());
        return all;
    }

    /** The file, whatever links lead to its folder. */
    private static Path place(Path file) {
        Path absolute = file.toAbsolutePath();
        Path folder = absolute.getParent();
        try {
            return folder == null ? absolute : folder.toRealPath().resolve(absolute.getFileName());
        } catch (IOException e) {
            return absolute.normalize();
        }
    }

    private static void requireWritable(CampaignOption option, Path file) {
        try {
            OutputFile.requireWritable(file);
            OutputFolder.requirePermitted(file.toAbsolutePath().getParent());
        } catch (UsageException e) {
            throw new UsageException(option.label() + ": " + e.getMessage());
        }
    }
}
