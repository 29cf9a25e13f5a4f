package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scripts of RELEASING.md. Under {@code -Plab} those that build; the refusals take no time. */
class ReleaseIT {
    private static final Path ROOT = Path.of(System.getProperty("hp.root"));
    private static final Duration LIMIT = Duration.ofMinutes(40);

    @TempDir
    private Path folder;

    private static Ended run(String script, Object... arguments) {
        return Program.of(ROOT.resolve("build").resolve(script).toString())
                .with(arguments)
                .limit(LIMIT)
                .run();
    }

    /** It checks the signatures, and a project that resolves the release, itself. */
    @Test
    void rehearsalMakesAReleaseThatAProjectResolves() throws IOException {
        Needs.lab();
        Needs.program("gpg");
        Path release = folder.resolve("release");
        Ended ended = run("release.sh", "--rehearse", release);
        System.out.print(ended.out());
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        String version = System.getProperty("hp.version");
        Path advisor = release.resolve("repository/io/github/hpjvm/hp-advisor/" + version + "/hp-advisor-" + version);
        for (String part : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
            assertTrue(Files.size(Path.of(advisor + part)) > 0, part);
            assertTrue(Files.readString(Path.of(advisor + part + ".asc")).startsWith("-----BEGIN PGP SIGNATURE"), part);
        }
        assertTrue(Files.exists(release.resolve("hp-jvm-" + version + "-bundle.zip")));
        assertTrue(Files.readString(release.resolve("files/SHA256SUMS")).contains("hp-cli-" + version + ".tar.gz"));
        assertFalse(Files.exists(release.resolve("repository/io/github/hpjvm/src-it")), "tests are not published");
    }

    @Test
    void twoBuildsAreTheSameBytes() {
        Needs.lab();
        Ended ended = run("reproducible.sh");
        System.out.print(ended.out());
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--key", "--rehearse", "--key K --rehearse D", "--wrong D", "--rehearse D E"})
    void wrongOptionsOfAReleaseShowTheUsage(String options) {
        Ended ended = run("release.sh", options.isEmpty() ? new Object[0] : (Object[]) options.split(" "));
        assertEquals(2, ended.exitCode(), ended.err());
        assertTrue(ended.err().contains("release.sh --rehearse"), ended.err());
    }

    @Test
    void aReleaseNeedsAnEmptyFolder() throws IOException {
        Path file = Files.createFile(folder.resolve("other"));
        Ended ended = run("release.sh", "--rehearse", folder);
        assertEquals(1, ended.exitCode());
        assertEquals("release.sh: " + folder + " is not empty: name another folder\n", ended.err());
        assertTrue(Files.exists(file));
    }
}
