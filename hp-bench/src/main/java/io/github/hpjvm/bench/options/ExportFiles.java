package io.github.hpjvm.bench.options;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Checks the files that a campaign exports, before it measures. */
public final class ExportFiles {
    private ExportFiles() {}

    /**
     * Checks that each file could be written, and that no file is named twice. A device or a FIFO may be.
     *
     * @throws UsageException if a path is a folder, or names the file of another option
     * @throws BenchException if a file could not be written
     */
    public static void require(BenchOptions.Exports exports) {
        Map<Path, CampaignOption> named = new HashMap<>();
        require(CampaignOption.EXPORT_MARKDOWN, exports.markdown(), named);
        require(CampaignOption.EXPORT_JUNIT, exports.junit(), named);
        require(CampaignOption.EXPORT_CSV, exports.csv(), named);
    }

    private static void require(CampaignOption option, Optional<Path> file, Map<Path, CampaignOption> named) {
        if (file.isEmpty()) {
            return;
        }
        CampaignOption other = OutputFile.isStream(file.get())
                ? null
                : named.put(file.get().toAbsolutePath().normalize(), option);
        if (other != null) {
            throw new UsageException(
                    option.label() + ": --" + other.label() + " names the same file " + file.get() + "; name another");
        }
        try {
            OutputFile.requireWritable(file.get());
            OutputFolder.requirePermitted(file.get().toAbsolutePath().getParent());
        } catch (UsageException e) {
            throw new UsageException(option.label() + ": " + e.getMessage());
        }
    }
}
