package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A program that is not a JVM, but maps a file with the name libjvm.so. It does not handle SIGQUIT. */
public final class FakeLibjvm {
    private static final String SOURCE = """
            #include <fcntl.h>
            #include <stdio.h>
            #include <sys/mman.h>
            #include <unistd.h>
            int main(int count, char **arguments) {
                int file = open(arguments[1], O_RDONLY);
                void *mapped = mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
                puts(mapped == MAP_FAILED ? "not mapped" : "ready");
                fflush(stdout);
                for (;;) pause();
            }
            """;

    private FakeLibjvm() {}

    /** Compiles and starts the program; returns when the file is mapped. */
    public static Running start(Path folder) throws IOException {
        Path compiler = Needs.program("cc");
        Path library = Files.write(folder.resolve("libjvm.so"), new byte[8192]);
        Path source = Files.writeString(folder.resolve("maps.c"), SOURCE);
        Path program = folder.resolve("maps");
        Program compile = Program.of(compiler.toString(), "-o").with(program, source);
        assertEquals(0, compile.run().exitCode());
        Running running =
                Program.of(program.toString()).with(library).in(folder).start();
        Poll.until("the program maps the file", () -> running.outSoFar().contains("ready"));
        return running;
    }
}
