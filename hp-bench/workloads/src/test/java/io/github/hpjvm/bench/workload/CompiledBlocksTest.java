package io.github.hpjvm.bench.workload;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in a separate JVM, with or without the arguments of the workload. */
class CompiledBlocksTest {
    private static final int COUNT = 1000;

    @TempDir
    private Path folder;

    /** Creates the blocks and prints whether that succeeded. */
    public static final class Make {
        public static void main(String[] arguments) {
            CompiledBlocks.make(COUNT);
            System.out.println("made");
        }
    }

    private String made(String... arguments) throws IOException, InterruptedException {
        Path out = folder.resolve("out");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Make.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(out.toFile()))
                .start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES), "it ends");
        return Files.readString(out);
    }

    @Test
    void compilesAllIfTheCallerWaits() throws IOException, InterruptedException {
        String said = made("-XX:TieredStopAtLevel=1", "-Xbatch", "-XX:ReservedCodeCacheSize=128m");
        assertTrue(said.contains("made"), said);
    }

    @Test
    void refusesInterpretedBlocks() throws IOException, InterruptedException {
        String said = made("-Xint");
        assertTrue(said.contains("not all are compiled"), said);
    }
}
