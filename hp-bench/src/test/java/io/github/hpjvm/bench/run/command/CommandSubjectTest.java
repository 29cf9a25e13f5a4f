package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.console.error.NoVisibleJvmException;
import io.github.hpjvm.console.process.Interruption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandSubjectTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    @TempDir
    private Path folder;

    private CommandSubject find(String a, String b) {
        TryOptions command = TryOptions.parse(List.of(), Map.of("a", a, "b", b));
        BenchOptions options = BenchOptions.parse(Map.of("out", folder.toString()), Profile.OWN, 1, command.program());
        return CommandSubject.find(options, command, System.getenv(), new Interruption(), line -> {});
    }

    /** Its heap has no pages to see, whichever of the commands it is. */
    @Test
    void eachCommandMustStartAJvm() {
        assertThrows(NoVisibleJvmException.class, () -> find(JAVA + " -version", "sleep 0.05"));
        assertThrows(NoVisibleJvmException.class, () -> find("sleep 0.05", JAVA + " -version"));
    }

    @Test
    void twoLaunchersAreSaidOnce() {
        List<String> said = find(JAVA + " -version", JAVA + " -Xmx1g -version").said();
        assertEquals(
                1,
                said.stream().filter(line -> line.startsWith(Discovery.FLAGS)).count(),
                said::toString);
        assertTrue(said.stream().anyMatch(line -> line.startsWith("programs  baseline is ")), said::toString);
    }
}
