package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another program on the pool: it maps pages, touches some of them, and the rest on a command. */
final class Holder implements AutoCloseable {
    private static final String HOLDS = "holds";
    private static final String ALL = "has touched all";

    /** MAP_PRIVATE, MAP_ANONYMOUS and MAP_HUGETLB of {@code uapi/asm-generic/mman.h}. */
    private static final String SOURCE = """
            import mmap, sys
            pages, touched = int(sys.argv[1]), int(sys.argv[2])
            size = 2 << 20
            memory = mmap.mmap(-1, pages * size, flags=0x02 | 0x20 | 0x40000)
            for page in range(touched):
                memory[page * size] = 1
            print("holds", flush=True)
            sys.stdin.readline()
            for page in range(pages):
                memory[page * size] = 2
            print("has touched all", flush=True)
            sys.stdin.readline()
            """;

    private final Running running;

    private Holder(Running running) {
        this.running = running;
    }

    /** Starts it and waits until it holds the pages. */
    static Holder start(long pages, long touched) {
        Path python = Needs.program("python3");
        Holder holder = new Holder(Program.of(python.toString(), "-c", SOURCE)
                .with(pages, touched)
                .listening()
                .start());
        holder.until(HOLDS);
        return holder;
    }

    /** Makes it touch the remaining pages; fails if that ends it. */
    void touchAll() {
        running.say("");
        until(ALL);
    }

    private void until(String word) {
        Poll.until("another program " + word, () -> running.outSoFar().contains(word) || !running.isAlive());
        if (!running.isAlive()) {
            throw new AssertionError("the other program has died: " + running.errSoFar());
        }
    }

    /** Returns how many pages of 2 MiB it has touched. */
    long pages() {
        return pages(running.pid());
    }

    /** Returns the same of any process. */
    static long pages(long pid) {
        try {
            return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
                    .filter(line -> line.startsWith("HugetlbPages:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 2048)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        running.close();
    }
}
