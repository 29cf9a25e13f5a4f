package io.github.hpjvm.it.efficacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.hpjvm.it.efficacy.LiveServer.Product;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.TheHost;
import io.github.hpjvm.it.matrix.HostStateSpec;
import io.github.hpjvm.it.matrix.Scene;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Servers that many people run, from Maven Central, each started as its own script does. The advice is followed: the script
 * is run, the flags go into the variable that the server's script reads, and the server is started anew. Then smaps shows
 * the pages of its heap, and the undo restores the host.
 */
class ServersIT {
    private static final double PROMISED = 0.9;

    @RegisterExtension
    static final TheHost HOST = new TheHost();

    @TempDir
    private Path folder;

    private final List<String> wrong = new ArrayList<>();

    @BeforeEach
    void onlyInTheLab() {
        Needs.lab();
        Needs.root();
    }

    /** On a host with THP mode madvise and an empty pool. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "KAFKA, ''",
        "CASSANDRA, ''",
        "BOOT, ''",
        "KAFKA, -XX:+UseLargePages",
        "CASSANDRA, -XX:+UseLargePages",
        "BOOT, -XX:+UseLargePages"
    })
    void getsPromisedPages(Product product, String flags) throws Scene.NotPossible {
        try (Scene scene = Scene.set(HOST, HostStateSpec.PLAIN)) {
            HostSteps steps = new HostSteps(wrong);
            HeapPages before;
            Said said;
            Emitted emitted;
            List<String> first = Emitted.with(product.variable(), flags, product.command());
            try (LiveServer server = LiveServer.start(scene, product, first, folder)) {
                before = server.heap();
                said = Said.of(server.pid());
                emitted = Emitted.of(server.pid(), folder);
                steps.expectUnchanged("looking");
                steps.apply(said, emitted);
            }
            HeapPages after;
            List<String> second = emitted.restart(product.variable(), flags, product.command());
            try (LiveServer server = LiveServer.start(scene, product, second, folder)) {
                after = server.heap();
                wrong.addAll(Said.of(server.pid()).unresolvedSince(said));
            } finally {
                steps.undo(emitted);
            }
            String promised = said.recommended().orElse("nothing");
            System.out.println(name(product, flags, said) + ": before " + before + ", after " + after + ", promised "
                    + promised + " by " + plan(said));
            assertEquals(List.of(), wrong);
            assertTrue(said.promises(), () -> "no plan for a heap on base pages: " + said.root());
            assertEquals(promised, after.kind().orElse("BASE"), after::toString);
            assertTrue(after.coverage() >= PROMISED, after::toString);
        }
    }

    /** Such as {@code kafka_2.13-4.3.1, JDK 21.0.13, G1}. */
    private static String name(Product product, String flags, Said said) {
        JsonNode jvm = said.root().path("jvm");
        String name = product.release() + ", JDK " + jvm.path("version").asText() + ", "
                + jvm.path("gc").asText();
        return flags.isEmpty() ? name : name + ", " + flags;
    }

    /** The files of the host and the flags. */
    private static String plan(Said said) {
        List<String> words = new ArrayList<>();
        said.files().forEach((file, value) -> words.add(file + " = " + value));
        said.actions().forEach(action -> action.path("add").forEach(flag -> words.add(flag.asText())));
        return words.toString();
    }
}
