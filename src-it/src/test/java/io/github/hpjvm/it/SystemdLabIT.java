package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each form of hp-cli emit is applied as it is to a service of a systemd that runs, checked by {@code --require}, and undone.
 * The table is {@code src-it/target/systemd-forms.txt}.
 */
@Tag("slow")
class SystemdLabIT {
    private static final Path LAB = Path.of(System.getProperty("hp.root"), "src-it/lab/systemd");
    private static final int COLUMNS = 6;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void eachFormIsAppliedCheckedAndUndone() throws IOException {
        Needs.lab();
        Needs.root();
        Needs.that(Files.isExecutable(Path.of("/lib/systemd/systemd")), "systemd");
        HOST.pool(0);
        HostState before = HostState.now();
        Jdk jdk = Jdks.running();
        Path work = Files.createDirectory(folder.resolve("lab"));
        LiveJvm.program(jdk, folder, List.of());
        List<String> rows;
        try (Program.Running systemd = Program.of(LAB.resolve("boot.sh").toString())
                .with(work, folder, System.getProperty("hp.root"))
                .limit(Duration.ofMinutes(20))
                .start()) {
            rows = rows(work, jdk);
            Program.of(inside(work, "kill", "-s", "RTMIN+4", "1")).run();
            systemd.await();
        }
        Files.writeString(
                Path.of(System.getProperty("hp.root"), "src-it/target/systemd-forms.txt"),
                String.join("\n", rows) + "\n");
        assertEquals(before, HostState.now());
        assertTrue(rows.size() >= 12, "a row for each form: " + rows);
        for (String row : rows) {
            String[] columns = row.split("\t", -1);
            assertEquals(COLUMNS, columns.length, row);
            if (!columns[2].isEmpty()) {
                assertEquals("applied 0, undone 0\t3\t0\t3\t0", row.substring(row.indexOf('\t') + 1), row);
            }
        }
        for (String form : List.of("systemd", "shell", "sysctl", "tmpfiles", "jvm")) {
            assertTrue(rows.stream().anyMatch(row -> row.startsWith(form + "\tapplied 0")), form + ": " + rows);
        }
    }

    private List<String> rows(Path work, Jdk jdk) throws IOException {
        Path pid = work.resolve("pid");
        Poll.until("systemd runs in its own namespaces", () -> Files.exists(pid));
        Ended ended = Program.of(inside(
                        work,
                        LAB.resolve("forms.sh").toString(),
                        Cli.launcher().toString(),
                        jdk.java().toString(),
                        folder.toString()))
                .set("HP_CLI_JAVA", jdk.java())
                .limit(Duration.ofMinutes(15))
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        return ended.out().lines().toList();
    }

    private static List<String> inside(Path work, String... command) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "nsenter", "--target", Files.readString(work.resolve("pid")).strip(), "--all", "--wd=/"));
        words.addAll(List.of(command));
        return words;
    }
}
