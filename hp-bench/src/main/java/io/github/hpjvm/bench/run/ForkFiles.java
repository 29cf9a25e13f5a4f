package io.github.hpjvm.bench.run;

import io.github.hpjvm.advisor.read.file.TextFile;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.file.OutputFile;
import io.github.hpjvm.console.file.OutputFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.openjdk.jmh.results.BenchmarkResult;

/** Manages the files of each fork: its log, its copy of smaps, the output of profilers. */
public final class ForkFiles {
    private static final Bytes LARGEST_COPY = Bytes.ofMiB(64);

    private ForkFiles() {}

    /**
     * Deletes the files of an earlier campaign, at the begin of the first fork; keeps those of a campaign that is continued, and
     * those of the runs before the first round.
     */
    public static void prepare(BenchOptions options) {
        if (!options.continued()) {
            prepare(path(options));
        }
    }

    /**
     * Deletes the files of an earlier campaign's runs before its first round, before there are new ones; keeps those of a
     * campaign that is continued.
     */
    public static void prepareLooks(BenchOptions options) {
        if (!options.continued()) {
            try {
                delete(folder(options), "round0-look*.{out,err,orders,reports}");
            } catch (IOException e) {
                throw failed(path(options), e);
            }
        }
    }

    /** Creates the folder of a campaign unless it exists; keeps all files, as the campaign may be stopped before its first fork. */
    public static Path folder(BenchOptions options) {
        try {
            return OutputFolder.prepare(path(options)).toRealPath();
        } catch (IOException e) {
            throw failed(path(options), e);
        }
    }

    private static Path path(BenchOptions options) {
        return options.output().resolve("forks");
    }

    /** Creates the folder, or deletes the files of an earlier campaign from it; other files stay. */
    static Path prepare(Path folder) {
        try {
            OutputFolder.prepare(folder);
            delete(folder, "round[1-9]*.{log,copy,copy.gz,txt,out,err,json,orders,reports}");
            return folder.toRealPath();
        } catch (IOException e) {
            throw failed(folder, e);
        }
    }

    private static void delete(Path folder, String names) throws IOException {
        try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, names)) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
    }

    /** The text that a fork copied; empty if there is none. */
    static String read(Path copy) {
        return TextFile.read(copy, LARGEST_COPY).known().orElse("");
    }

    static void delete(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            throw failed(copy, e);
        }
    }

    /** Replaces {@code x.copy} by {@code x.copy.gz}: smaps is long and repetitive. */
    static void compress(Path copy) {
        if (!Files.exists(copy)) {
            return;
        }
        Path packed = copy.resolveSibling(copy.getFileName() + ".gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            Files.copy(copy, out);
        } catch (IOException e) {
            throw failed(packed, e);
        }
        delete(copy);
    }

    /** Keeps the output of JMH and the fork, and the text output of profilers. */
    static void keep(Path folder, Job job, String log, Optional<BenchmarkResult> result) {
        StringBuilder said = new StringBuilder();
        result.ifPresent(it -> it.getBenchmarkResults().values().forEach(one -> said.append(one.extendedInfo())));
        OutputFile.write(folder.resolve(job.fileName() + ".log"), log);
        if (job.profiler().isPresent() && !said.toString().isBlank()) {
            String name = job.fileName() + "." + job.profiler().get().label() + ".txt";
            OutputFile.write(folder.resolve(name), said.toString());
        }
    }

    private static BenchException failed(Path path, IOException e) {
        return BenchException.cannotWrite(path, e);
    }
}
