package io.github.hpjvm.bench.report;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.report.html.HtmlReport;
import io.github.hpjvm.bench.report.json.JarJmhJson;
import io.github.hpjvm.bench.report.json.JmhJson;
import io.github.hpjvm.bench.report.json.ResultsJson;
import io.github.hpjvm.bench.report.json.SavedCampaign;
import io.github.hpjvm.bench.report.json.SavedReport;
import io.github.hpjvm.bench.report.json.SavedResults;
import io.github.hpjvm.bench.report.json.SavedResultsJson;
import io.github.hpjvm.bench.report.model.Findings;
import io.github.hpjvm.bench.report.model.Results;
import io.github.hpjvm.bench.report.text.JunitReport;
import io.github.hpjvm.bench.report.text.MarkdownReport;
import io.github.hpjvm.bench.report.text.RoundsCsv;
import io.github.hpjvm.bench.report.text.TextReport;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a campaign. Each file is replaced atomically, so a reader never sees a partial one. */
public final class ResultFiles {
    private static final String JMH = "jmh.json";
    private static final String RESULTS = "results.json";
    private static final String TEXT = "report.txt";
    private static final String HTML = "report.html";
    private static final Bytes FORK_LIMIT = Bytes.ofMiB(64);
    private static final Duration REPORT_INTERVAL = Duration.ofSeconds(20);

    private final Path folder;
    private OptionalLong reported = OptionalLong.empty();

    /** @param folder created if necessary */
    public ResultFiles(Path folder) {
        this.folder = folder;
    }

    /** The files that {@link #write} may write to a folder. */
    public static List<Path> all(Path folder) {
        return Stream.of(RESULTS, JMH, TEXT, HTML).map(folder::resolve).toList();
    }

    /** Returns whether a folder has the results of a campaign. */
    public static boolean areIn(Path folder) {
        return Files.exists(folder.resolve(RESULTS));
    }

    /** The files that {@link #render} writes to a folder. */
    public static List<Path> rendered(Path folder) {
        return Stream.of(TEXT, HTML).map(folder::resolve).toList();
    }

    /** The results.json that the user names, by itself or by the folder of its campaign. */
    public static Path named(Path file) {
        return Files.isDirectory(file) ? file.resolve(RESULTS) : file;
    }

    /**
     * Writes the results of a campaign that still runs: results.json, and the other files at most every 20 s, because
     * they take four times as long.
     *
     * @param nanoTime System.nanoTime()
     */
    public void update(Results results, long nanoTime) {
        if (reported.isEmpty() || nanoTime - reported.getAsLong() >= REPORT_INTERVAL.toNanos()) {
            reported = OptionalLong.of(nanoTime);
            write(results);
        } else {
            write(RESULTS, ResultsJson.write(results));
        }
    }

    /**
     * Writes results.json, jmh.json, report.txt and report.html. A campaign of a command has no jmh.json; the
     * one of an earlier campaign is deleted.
     *
     * @return the names of the files
     */
    public List<String> write(Results results) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(RESULTS, ResultsJson.write(results));
        if (results.options().profile() != Profile.OWN) {
            files.put(JMH, JmhJson.write(results.runs()));
        } else if (!Findings.ofCommand(results)) {
            files.put(JMH, JarJmhJson.write(results.runs(), this::ofFork));
        }
        files.putAll(reports(results));
        writeAll(files);
        if (!files.containsKey(JMH)) {
            delete(JMH);
        }
        return List.copyOf(files.keySet());
    }

    /**
     * Writes parts of the report: the report as Markdown, gates as JUnit XML, rounds as CSV. A file that cannot be written
     * does not keep the others from it.
     *
     * @param failures receives the reason for each file that cannot be written
     * @return the files
     */
    public static List<Path> export(Results results, BenchOptions.Exports exports, List<BenchException> failures) {
        List<Path> written = new ArrayList<>();
        // The keys are the texts: several exports may go to one device.
        Map<Supplier<String>, Optional<Path>> files = new LinkedHashMap<>();
        files.put(() -> MarkdownReport.write(results), exports.markdown());
        files.put(() -> JunitReport.write(results), exports.junit());
        files.put(() -> RoundsCsv.write(results), exports.csv());
        files.forEach((text, file) -> file.map(Path::toAbsolutePath).ifPresent(it -> {
            try {
                Path parent = it.getParent();
                if (parent == null) {
                    throw BenchException.cannotWrite(it, new FileAlreadyExistsException(it.toString()));
                }
                new ResultFiles(parent).write(it.getFileName().toString(), text.get());
                written.add(it);
            } catch (BenchException e) {
                failures.add(e);
            }
        }));
        return written;
    }

    /** The result that the JMH in a jar has written for a fork. */
    private Optional<String> ofFork(Run run) {
        return TextFile.read(folder.resolve("forks").resolve(run.job().fileName() + ".json"), FORK_LIMIT)
                .known();
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
     * @throws UsageException if the file cannot be read or is not a results.json
     */
    public static SavedResults read(Path file) {
        return SavedResultsJson.read(file.toString(), NamedInput.json(file));
    }

    /**
     * Reads the results.json of a campaign to continue.
     *
     * @throws UsageException if the file cannot be read or is not a results.json
     */
    public static SavedCampaign readCampaign(Path file) {
        return SavedCampaign.read(file.toString(), NamedInput.json(file));
    }

    /**
     * Reads the results of a campaign, for reports.
     *
     * @param file a results.json, or the folder of a campaign
     * @param gate gates instead of those of the campaign; empty to keep these
     * @throws UsageException if the file cannot be read or is not a results.json of this version
     */
    public static Results readResults(Path file, Optional<String> gate) {
        Path results = named(file);
        return SavedReport.read(results.toString(), NamedInput.json(results), gate);
    }

    /**
     * Writes report.txt and report.html, from results that were read.
     *
     * @return the names of the files
     */
    public List<String> render(Results results) {
        Map<String, String> files = reports(results);
        writeAll(files);
        return List.copyOf(files.keySet());
    }

    private static Map<String, String> reports(Results results) {
        Map<String, String> files = new LinkedHashMap<>();
        files.put(TEXT, TextReport.saved(results));
        files.put(HTML, HtmlReport.write(results));
        return files;
    }

    /**
     * Writes all files. One that cannot be written does not keep the others from it.
     *
     * @throws BenchException that names all files that could not be written
     */
    private void writeAll(Map<String, String> files) {
        Map<String, BenchException> failures = new LinkedHashMap<>();
        files.forEach((name, text) -> {
            try {
                write(name, text);
            } catch (BenchException e) {
                failures.put(name, e);
            }
        });
        if (!failures.isEmpty()) {
            throw new BenchException(
                    message(failures), failures.values().iterator().next());
        }
    }

    /** One clause for each reason: on a full disk no file can be written. */
    private String message(Map<String, BenchException> failures) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        failures.forEach((name, failure) -> {
            String text = String.valueOf(failure.getMessage());
            String begin = "cannot write " + folder.resolve(name) + ": ";
            String reason = text.startsWith(begin) ? text.substring(begin.length()) : text;
            byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(name);
        });
        return byReason.entrySet().stream()
                .map(it -> it.getValue().size() == 1
                        ? failures.get(it.getValue().get(0)).getMessage()
                        : "cannot write " + String.join(", ", it.getValue()) + " to " + folder + ": " + it.getKey())
                .collect(Collectors.joining("; "));
    }

    private void write(String name, String text) {
        OutputFile.write(OutputFolder.prepare(folder).resolve(name), text);
    }
}
