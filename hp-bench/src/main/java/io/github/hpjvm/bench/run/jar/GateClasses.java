package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.fork.SliceGate;
import io.github.hpjvm.bench.reading.Turn;
import io.github.hpjvm.console.error.BenchException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Copies the classes of the slice gate to a folder, for the class path of the user's jar. */
final class GateClasses {
    private static final List<String> BESIDE_THE_GATE = List.of(
            "CpuClock", "MeasuringThreadsCpu", "ProcessCpu", "ProgramCpu", "GcCount", "WorkerThread", "Fixtures");

    private GateClasses() {}

    /**
     * Copies them into the subfolder {@code gate} of this folder, or of a temporary one if a class path does not allow this
     * folder.
     *
     * @return the folder with the classes
     */
    static Path copyTo(Path folder) {
        boolean own = whyNot(folder).isEmpty();
        try {
            Path gate = own ? folder.resolve("gate") : Files.createTempDirectory("hp-gate-");
            copyAll(gate);
            if (!own) {
                try (Stream<Path> all = Files.walk(gate)) {
                    // A folder comes before its files, and is deleted after them.
                    all.map(Path::toFile).forEach(File::deleteOnExit);
                }
            }
            return gate;
        } catch (IOException e) {
            throw BenchException.cannotWrite(own ? folder : Path.of(System.getProperty("java.io.tmpdir")), e);
        }
    }

    private static void copyAll(Path gate) throws IOException {
        String fork = SliceGate.class.getPackageName();
        List<String> names = new ArrayList<>(List.of(SliceGate.class.getName(), Turn.class.getName()));
        BESIDE_THE_GATE.forEach(name -> names.add(fork + "." + name));
        for (String name : names) {
            copy(name.replace('.', '/') + ".class", gate);
        }
    }

    private static void copy(String file, Path gate) throws IOException {
        Path target = gate.resolve(file);
        Files.createDirectories(target.getParent());
        try (InputStream in = GateClasses.class.getResourceAsStream("/" + file)) {
            if (in == null) {
                throw new IOException("the class " + file + " is missing");
            }
            Files.copy(in, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The reason why these paths cannot form a class path; empty if they can. */
    static Optional<String> whyNot(Path... paths) {
        for (Path path : paths) {
            if (path.toString().contains(":") || path.toString().contains("*")) {
                return Optional.of(
                        "the path " + path + " contains a colon or an asterisk, which a class path does not allow");
            }
        }
        return Optional.empty();
    }
}
