package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program.Ended;
import io.github.hpjvm.it.lab.SystemdLab;
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
 * Servers, each started by its own script: what hp-cli emits is applied as it is, checked by {@code --require}, and undone. The
 * table is {@code src-it/target/products.txt}; {@code -Dhp.products='tomcat jetty'} selects servers.
 */
@Tag("slow")
class ProductsIT {
    private static final Duration LIMIT = Duration.ofMinutes(100);
    private static final int COLUMNS = 8;
    private static final Path ROOT = Path.of(System.getProperty("hp.root"));

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    @Test
    void whatIsEmittedHoldsAndIsUndone() throws IOException {
        Path archives = ROOT.resolve("src-it/lab/products/target/archives");
        Needs.lab();
        Needs.that(Files.isDirectory(archives), "the servers: ./mvnw -f src-it/lab/products package");
        Path jdks = Files.createDirectory(folder.resolve("jdks"));
        for (Jdk jdk : Jdks.among(8, 11, 17, 21, 25)) {
            Files.createSymbolicLink(jdks.resolve(Integer.toString(jdk.feature())), jdk.home());
        }
        HostState before = HostState.now();
        List<Object> words = new ArrayList<>(List.of(Cli.launcher(), jdks, archives, folder.resolve("servers")));
        words.addAll(List.of(System.getProperty("hp.products", "").split(" ")));
        words.remove("");
        List<String> rows;
        try (SystemdLab lab = SystemdLab.boot(Files.createDirectory(folder.resolve("lab")), LIMIT, List.of(folder))) {
            Ended ended = lab.script("products/products.sh", words.toArray())
                    .set("HP_CLI_JAVA", Jdks.running().java())
                    .limit(LIMIT)
                    .run();
            assertEquals(0, ended.exitCode(), ended.err());
            rows = ended.out().lines().toList();
        }
        Files.writeString(ROOT.resolve("src-it/target/products.txt"), String.join("\n", rows) + "\n");
        assertEquals(before, HostState.now());
        assertFalse(rows.isEmpty());
        for (String row : rows) {
            String[] columns = row.split("\t", -1);
            assertEquals(COLUMNS, columns.length, row);
            assertNotEquals("none to paste", columns[3], row);
            if (!columns[4].isEmpty()) {
                assertEquals(List.of("3", "0", "3"), List.of(columns).subList(4, 7), row);
                assertTrue(List.of("", "applied 0, undone 0").contains(columns[3]), row);
            }
        }
    }
}
