package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A systemd that runs as PID 1 of its own namespaces, by {@code src-it/lab/systemd/boot.sh}. */
public final class SystemdLab implements AutoCloseable {
    private static final Path LAB = Path.of(System.getProperty("hp.root"), "src-it/lab");

    private final Path pid;
    private final Program.Running systemd;

    private SystemdLab(Path pid, Program.Running systemd) {
        this.pid = pid;
        this.systemd = systemd;
    }

    /**
     * Boots the lab; skips the test without root or systemd.
     *
     * @param work an empty folder for its files
     * @param limit of its whole run
     * @param shared folders of this machine below /tmp that are also in there
     */
    public static SystemdLab boot(Path work, Duration limit, List<Path> shared) {
        Needs.lab();
        Needs.root();
        Needs.that(Files.isExecutable(Path.of("/lib/systemd/systemd")), "systemd");
        Program.Running systemd = Program.of(LAB.resolve("systemd/boot.sh").toString())
                .with(work, System.getProperty("hp.root"))
                .with(shared.toArray())
                .limit(limit)
                .start();
        SystemdLab lab = new SystemdLab(work.resolve("pid"), systemd);
        Poll.until("systemd runs in its own namespaces", () -> Files.exists(lab.pid));
        return lab;
    }

    /** Returns a script of {@code src-it/lab} that runs in the lab. */
    public Program script(String name, Object... arguments) throws IOException {
        return inside(LAB.resolve(name).toString()).with(arguments);
    }

    private Program inside(String... command) throws IOException {
        List<String> words = new ArrayList<>(
                List.of("nsenter", "--target", Files.readString(pid).strip(), "--all", "--wd=/"));
        words.addAll(List.of(command));
        return Program.of(words);
    }

    @Override
    public void close() throws IOException {
        try (systemd) {
            inside("kill", "-s", "RTMIN+4", "1").run();
            systemd.await();
        }
    }
}
