package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessTreeTest {
    @TempDir
    Path proc;

    private void process(long pid, String name, long parent) throws IOException {
        Path folder = Files.createDirectory(proc.resolve(Long.toString(pid)));
        Files.writeString(folder.resolve("stat"), pid + " (" + name + ") S " + parent + " 1 1 0 -1 0 0\n");
    }

    @Test
    void descendantsOfAProcess() throws IOException {
        process(1, "init", 0);
        process(40, "postgres", 1);
        process(43, "postgres: writer) S 9 (", 40);
        process(41, "a b", 40);
        process(12, "java", 43);
        process(50, "other", 1);
        Files.createDirectory(proc.resolve("44"));
        Files.writeString(proc.resolve("uptime"), "1 1");
        ProcessTree tree = ProcessTree.read(proc);
        assertEquals(List.of(40L, 12L, 41L, 43L), tree.under(40));
        assertEquals(List.of(12L), tree.under(12));
        assertEquals(List.of(77L), tree.under(77));
        assertEquals(7, tree.under(0).size());
    }

    @Test
    void aLoopEnds() throws IOException {
        process(5, "a", 6);
        process(6, "b", 5);
        assertEquals(List.of(5L, 6L), ProcessTree.read(proc).under(5));
    }
}
