package io.github.hpjvm.bench.report;

import io.github.hpjvm.bench.error.BenchException;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.options.NamedInput;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.JmhJson;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResultsJson;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.MarkdownReport;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.bench.run.OutputFile;
import io.github.hpjvm.bench.run.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The files of a campaign. Each is whole at any time: a reader never sees one half written. */
public final class ResultFiles {
    private static final String JMH = "jmh.json";

    private final Path folder;

    /** @param folder is made if it is not there */
    public ResultFiles(Path folder) {
        this.folder = folder;
    }

    /**
     * Writes results.json, jmh.json, report.txt and report.html. Of programs of somebody else's there is no jmh.json, nor
     * is one left of an earlier campaign.
     *
     * @return the names of the files
     */
    public List<String> write(Results results) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put("results.json", ResultsJson.write(results));
        if (results.options().profile() != Profile.OWN) {
            files.put(JMH, JmhJson.write(results.runs()));
        }
        files.put("report.txt", TextReport.saved(results));
        files.put("report.html", HtmlReport.write(results));
        files.forEach(this::write);
        if (!files.containsKey(JMH)) {
            delete(JMH);
        }
        return List.copyOf(files.keySet());
    }

    /** Writes the report as Markdown, if the options request it. */
    public static Optional<Path> export(Results results) {
        Optional<Path> file = results.options().markdown().map(Path::toAbsolutePath);
        file.ifPresent(it ->
                new ResultFiles(it.getParent()).write(it.getFileName().toString(), MarkdownReport.write(results)));
        return file;
    }

    private void delete(String name) {
        try {
            Files.deleteIfExists(folder.resolve(name));
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder.resolve(name), e);
        }
    }

    /**
     * Reads a results.json that the user names.
     *
     * @throws UsageException if it cannot be read, or is not one
     */
    public static SavedResults read(Path file) {
        return SavedResultsJson.read(file.toString(), NamedInput.json(file));
    }

    /**
     * Reads a results.json of a campaign that is to be continued.
     *
     * @throws UsageException if it cannot be read, or is not one
     */
    public static SavedCampaign readCampaign(Path file) {
        return SavedCampaign.read(file.toString(), NamedInput.json(file));
    }

    private void write(String name, String text) {
        OutputFile.write(OutputFolder.prepare(folder).resolve(name), text);
    }
}
