package io.github.hpjvm.advisor.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePageUsers;
import io.github.hpjvm.advisor.read.file.Resources;
import io.github.hpjvm.advisor.read.file.Roots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every host under {@code src/test/resources/hosts}, read as a whole and compared with its {@code expected.txt}. What
 * is read now is written to {@code target/golden/<host>.txt}: after a change that is meant, copy it over.
 */
@Timeout(60)
class GoldenHostsTest {

    private static final Path NOW = Path.of("target", "golden");

    static Stream<Path> hosts() {
        return Resources.files("hosts").stream().filter(Files::isDirectory);
    }

    @ParameterizedTest
    @MethodSource("hosts")
    void isReadAsExpected(Path tree) throws IOException {
        Roots roots = Roots.under(tree);
        String read = "HOST\n" + Rendered.text(HostFacts.read(roots), tree) + "\nPROCESSES\n" + processes(roots, tree);
        Path now = Files.createDirectories(NOW).resolve(tree.getFileName() + ".txt");
        Files.writeString(now, read);
        Path expected = tree.resolve("expected.txt");
        assertTrue(Files.exists(expected), "no expectation; see " + now.toAbsolutePath());
        assertEquals(Resources.text(expected), read, "see " + now.toAbsolutePath());
    }

    private static String processes(Roots roots, Path tree) {
        Fact<HugePageUsers> users = HugeProcesses.scan(roots, true);
        return users.known().map(u -> Rendered.text(u, tree)).orElse("none: " + users);
    }

    @Test
    void theHostOfThisTest() {
        Host host = HostFacts.read(Roots.host());
        assertTrue(host.toString().length() > 100, host.toString());
        assertTrue(HugeProcesses.scan(Roots.host()).known().isPresent() || !Files.isDirectory(Path.of("/proc/self")));
    }
}
