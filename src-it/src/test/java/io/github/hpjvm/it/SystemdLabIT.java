package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.SystemdLab;
import io.github.hpjvm.it.lab.TheHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each form of hp-cli emit is applied as it is to a service of a systemd that runs, checked by {@code --require}, and undone.
 * The table is {@code src-it/target/systemd-forms.txt}; what the commands print is {@code systemd-forms.log} beside it.
 */
@Tag("slow")
class SystemdLabIT {
    private static final Duration BOOTED = Duration.ofMinutes(40);
    private static final Duration LIMIT = Duration.ofMinutes(35);
    private static final int COLUMNS = 6;
    private static final Path TARGET = Path.of(System.getProperty("hp.root"), "src-it/target");

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void eachFormIsAppliedCheckedAndUndone() throws IOException {
        HOST.pool(0);
        HostState before = HostState.now();
        Jdk jdk = Jdks.running();
        LiveJvm.program(jdk, folder, List.of());
        List<String> rows;
        try (SystemdLab lab = SystemdLab.boot(Files.createDirectory(folder.resolve("lab")), BOOTED, shared())) {
            Ended ended = lab.script("systemd/forms.sh", Cli.launcher(), jdk.java(), folder.resolve("classes"))
                    .set("HP_CLI_JAVA", jdk.java())
                    .set("HP_LAB_LOG", TARGET.resolve("systemd-forms.log"))
                    .limit(LIMIT)
                    .run();
            assertEquals(0, ended.exitCode(), ended.err());
            rows = ended.out().lines().toList();
        }
        Files.writeString(TARGET.resolve("systemd-forms.txt"), String.join("\n", rows) + "\n");
        assertEquals(before, HostState.now());
        assertTrue(rows.size() >= 12, "a row for each form: " + rows);
        for (String row : rows) {
            String[] columns = row.split("\t", -1);
            assertEquals(COLUMNS, columns.length, row);
            assertNotEquals("not written", columns[1], row);
            if (!columns[2].isEmpty()) {
                assertEquals("applied 0, undone 0\t3\t0\t3\t0", row.substring(row.indexOf('\t') + 1), row);
            }
        }
        for (String form : List.of("systemd", "shell", "sysctl", "tmpfiles", "jvm")) {
            assertTrue(rows.stream().anyMatch(row -> row.startsWith(form + "\tapplied 0")), form + ": " + rows);
        }
    }

    /** The programs that read forms, where they are not installed: CONTRIBUTING, "What CI enforces". */
    private List<Path> shared() {
        List<Path> shared = new ArrayList<>(List.of(folder));
        Stream.of("HP_TUNED", "HP_CLOUD_INIT")
                .map(System::getenv)
                .filter(Objects::nonNull)
                .map(Path::of)
                .forEach(shared::add);
        Optional.ofNullable(System.getenv("HP_PYTHON"))
                .map(python -> Path.of(python).getParent().getParent())
                .ifPresent(shared::add);
        Optional.ofNullable(System.getenv("HP_QUADLET"))
                .map(generator -> Path.of(generator).getParent())
                .ifPresent(shared::add);
        return shared;
    }
}
