package io.github.hpjvm.it.lab;

import java.nio.file.Path;
import java.util.List;

/**
 * A JVM that reads 48 MiB of its heap again and again: khugepaged skips memory that is not read. No page of it is
 * full of zeros, because a split frees such pages.
 */
public final class ReadingJvm {
    private static final String SOURCE = """
            public class Reads {
                static long sum;
                public static void main(String[] arguments) throws Exception {
                    byte[][] kept = new byte[192][262144];
                    for (byte[] one : kept) {
                        for (int i = 0; i < one.length; i += 1024) {
                            one[i] = 1;
                        }
                    }
                    System.out.println("ready");
                    while (true) {
                        for (byte[] one : kept) {
                            for (int i = 0; i < one.length; i += 4096) {
                                sum += one[i];
                            }
                        }
                        Thread.sleep(20);
                    }
                }
            }
            """;

    private ReadingJvm() {}

    /** Starts it, and waits until it reads. */
    public static Program.Running start(Path folder, List<String> options) {
        Program.Running running = Program.of(Jdks.running().java().toString())
                .with(options.toArray())
                .with("-cp", JavaSource.compiled(folder, "Reads", SOURCE), "Reads")
                .in(folder)
                .start();
        Poll.until("it is ready", () -> running.outSoFar().contains("ready"));
        return running;
    }
}
