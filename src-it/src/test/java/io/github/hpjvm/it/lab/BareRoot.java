package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A root folder that contains a few programs of this machine, their libraries, and nothing else: no Java, no /etc. */
public final class BareRoot {
    private static final List<String> FOLDERS = List.of("proc", "sys", "dev", "bin", "opt", "tmp", "usr/bin");

    private final Path path;

    private BareRoot(Path path) {
        this.path = path;
    }

    /** Makes a root folder, and copies programs on PATH to its {@code /bin}. */
    public static BareRoot at(Path path, String... programs) throws IOException {
        BareRoot root = new BareRoot(path);
        for (String name : FOLDERS) {
            Files.createDirectories(path.resolve(name));
        }
        for (String name : programs) {
            Path program = Needs.program(name).toRealPath();
            Files.copy(program, path.resolve("bin").resolve(name));
            root.copyLibraries(program);
        }
        return root;
    }

    public Path path() {
        return path;
    }

    /** Copies the libraries that a program or library loads. */
    public void copyLibraries(Path program) throws IOException {
        for (String word : Program.of("ldd", program.toString()).run().out().split("\\s+")) {
            if (word.startsWith("/lib") || word.startsWith("/usr/lib")) {
                Path copy = path.resolve(word.substring(1));
                if (!Files.exists(copy)) {
                    Files.createDirectories(copy.getParent());
                    Files.copy(Path.of(word).toRealPath(), copy);
                }
            }
        }
    }
}
