package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.console.error.BenchException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A program that is about to start. The FIFOs of its output exist already: their creation takes a process, which is no part
 * of the program's time.
 */
public final class PreparedProgram implements AutoCloseable {
    private final Path folder;
    private final Path out;
    private final Path err;

    private PreparedProgram(Path folder) {
        this.folder = folder;
        this.out = folder.resolve("out");
        this.err = folder.resolve("err");
    }

    /**
     * Creates the FIFOs.
     *
     * @throws BenchException if they cannot be created
     */
    public static PreparedProgram prepare() {
        try {
            PreparedProgram program = new PreparedProgram(Files.createTempDirectory("hp-bench-output"));
            try {
                Fifos.create(List.of(program.out, program.err));
                return program;
            } catch (IOException e) {
                program.close();
                throw e;
            }
        } catch (IOException e) {
            throw new BenchException("cannot create a FIFO for the output of the program: " + e.getMessage(), e);
        }
    }

    /**
     * Starts the program, once.
     *
     * @param files the path of both files of its output, without {@code .out} and {@code .err}
     * @param lines called for every line of both, on two threads
     * @throws IOException if there is no such program, or it cannot be started
     */
    public Started start(
            List<String> command,
            Map<String, String> environment,
            StartedProcesses tree,
            Path files,
            Consumer<String> lines)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectInput(new File("/dev/null"));
        builder.environment().clear();
        builder.environment().putAll(environment);
        tree.mark(builder.environment());
        try (OutputFifo toOut = new OutputFifo(out);
                OutputFifo toErr = new OutputFifo(err)) {
            Process process = builder.redirectOutput(toOut.writer())
                    .redirectError(toErr.writer())
                    .start();
            tree.add(process.toHandle());
            return new Started(
                    process,
                    new KeptOutput(toOut.reader(), file(files, ".out"), lines),
                    new KeptOutput(toErr.reader(), file(files, ".err"), lines));
        }
    }

    private static Path file(Path files, String ending) {
        return files.resolveSibling(files.getFileName() + ending);
    }

    /** Deletes the FIFOs. A started program keeps them open. */
    @Override
    public void close() {
        for (Path file : List.of(out, err, folder)) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                // An empty folder stays behind in the folder for temporary files.
            }
        }
    }
}
