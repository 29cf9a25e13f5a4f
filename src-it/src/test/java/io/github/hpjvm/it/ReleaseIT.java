package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hpjvm.it.lab.Distribution;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Needs;
import io.github.hpjvm.it.lab.Podman;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The scripts of RELEASING.md. A release of all modules is rehearsed under {@code -Plab}, of one module in CI. Each build is in a
 * clone: the jars of this one are those that the tests run.
 */
@Tag("beside")
class ReleaseIT {
    private static final Path ROOT = Path.of(System.getProperty("hp.root"));
    private static final String VERSION = System.getProperty("hp.version");
    private static final Duration LIMIT = Duration.ofMinutes(40);
    private static final String BASE = "localhost/hp-base";

    @TempDir
    private Path folder;

    private static Program script(Path root, String name, Object... arguments) {
        return Program.of(root.resolve("build").resolve(name).toString())
                .with(arguments)
                .limit(LIMIT);
    }

    private static Ended run(String script, Object... arguments) {
        return script(ROOT, script, arguments).run();
    }

    private static Ended passes(Program program) {
        Ended ended = program.run();
        System.out.print(ended.out());
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return ended;
    }

    private Path cloned() {
        Path clone = folder.resolve("clone");
        passes(Program.of("git", "clone", "-q", "--no-hardlinks", ROOT.toString(), clone.toString()));
        return clone;
    }

    private static void assertPublished(Path release, String module) throws IOException {
        Path base =
                release.resolve("repository/io/github/hpjvm/%s/%s/%s-%s".formatted(module, VERSION, module, VERSION));
        for (String part : List.of(".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
            assertTrue(Files.size(Path.of(base + part)) > 0, part);
            assertTrue(Files.readString(Path.of(base + part + ".asc")).startsWith("-----BEGIN PGP SIGNATURE"), part);
        }
    }

    /**
     * The script itself checks the signatures, a project that resolves the release, and apt and dnf. With {@code
     * -Dhp.dist.jdk=HOME} it also makes packages, their repositories and the container image.
     */
    @Test
    void rehearsalMakesARelease() throws IOException {
        Needs.lab();
        Needs.program("gpg");
        Path release = folder.resolve("release");
        String jdk = System.getProperty("hp.dist.jdk");
        Path clone = cloned();
        if (jdk == null) {
            passes(script(clone, "release.sh", "--rehearse", release));
        } else {
            Podman podman = Podman.in(folder);
            podman.importBase(Distribution.built(Distribution.ARCHIVE), BASE);
            try {
                String said = passes(
                                podman.running(clone.resolve("build/release.sh").toString())
                                        .with("--rehearse", "--dist-jdk", jdk, "--base", BASE, release)
                                        .limit(LIMIT))
                        .out();
                assertTrue(said.contains("A container of localhost/hp-cli:" + VERSION + ": hp-cli " + VERSION), said);
                assertTrue(said.contains("\napt: hp-cli " + VERSION), said);
                assertTrue(Files.size(release.resolve("files/hp-cli-" + VERSION + "-image.tar")) > 20 << 20);
            } finally {
                podman.clear();
            }
        }
        for (String module :
                List.of("hp-advisor", "hp-os", "hp-jmh", "hp-bench", "hp-cli", "hp-advisor-spring-boot-4")) {
            assertPublished(release, module);
        }
        assertTrue(Files.exists(release.resolve("hp-jvm-" + VERSION + "-bundle.zip")));
        assertTrue(Files.readString(release.resolve("files/SHA256SUMS")).contains("hp-cli-" + VERSION + ".tar.gz"));
        assertTrue(Files.exists(release.resolve("channels/hp-cli.rb")));
        assertFalse(Files.exists(release.resolve("repository/io/github/hpjvm/src-it")), "tests are not published");
    }

    @Test
    @Tag("slow")
    void rehearsalOfOneModule() throws IOException {
        Needs.program("gpg");
        Path release = folder.resolve("release");
        passes(script(cloned(), "release.sh", "--rehearse", "--modules", "hp-advisor/bom,hp-advisor/os", release)
                .set("MAVEN_ARGS", "-Dmaven.test.skip -Dspotless.check.skip"));
        assertPublished(release, "hp-os");
        assertTrue(Files.exists(release.resolve("hp-jvm-" + VERSION + "-bundle.zip")));
    }

    /** Checks the repositories of the packages that {@code -Pdist} made. The second script installs them, and damages what it installs from. */
    @Test
    @Tag("slow")
    void aptAndRpmInstallFromSignedRepositories() throws IOException {
        Needs.root();
        Needs.program("gpg");
        Needs.oneOf("apt-ftparchive");
        Needs.oneOf("createrepo_c");
        Needs.oneOf("rpmsign");
        Path files = Files.createDirectory(folder.resolve("files"));
        for (String name : List.of("hp-cli_.*\\.deb", "hp-cli-.*\\.rpm")) {
            Path built = Distribution.built(name);
            Files.copy(built, files.resolve(built.getFileName()));
        }
        Path keys = Files.createDirectory(folder.resolve("keys"));
        passes(Program.of("chmod", "700", keys.toString()));
        try {
            passes(gpg(keys, "--passphrase", "", "--quick-generate-key", "test <test@example.com>", "rsa3072", "sign"));
            Path packages = folder.resolve("packages");
            passes(script(ROOT, "repositories.sh", "--key", "test@example.com", files, packages)
                    .set("GNUPGHOME", keys));
            String said =
                    passes(script(ROOT, "check-repositories.sh", packages)).out();
            assertTrue(said.contains("apt: hp-cli " + VERSION), said);
            assertTrue(said.contains("digests and signatures are valid"), said);
            assertTrue(said.contains("another key: refused"), said);
        } finally {
            passes(Program.of("gpgconf", "--homedir", keys.toString(), "--kill", "all"));
        }
    }

    private static Program gpg(Path keys, Object... arguments) {
        return Program.of("gpg", "--homedir", keys.toString(), "--batch", "--quiet", "--pinentry-mode", "loopback")
                .with(arguments);
    }

    /** The formula is run by src-it/lab/formula.rb: Homebrew is not needed. */
    @Test
    void channelsNameTheArchive() throws IOException {
        Path archive = Distribution.built("hp-cli-" + VERSION + "\\.tar\\.gz");
        Path out = folder.resolve("channels");
        passes(script(ROOT, "channels.sh", archive, out));
        ObjectMapper json = new ObjectMapper();
        JsonNode alias =
                json.readTree(out.resolve("jbang-catalog.json").toFile()).at("/aliases/hp-cli");
        assertEquals(
                "io.github.hpjvm:hp-cli:" + VERSION, alias.get("script-ref").asText());
        JsonNode sdkman = json.readTree(out.resolve("sdkman.json").toFile());
        String sum = passes(Program.of("sha256sum", archive.toString())).out().substring(0, 64);
        assertEquals(sum, sdkman.at("/checksums/SHA-256").asText());
        assertTrue(sdkman.get("url").asText().endsWith("/v" + VERSION + "/" + archive.getFileName()));
        Path ruby = Needs.oneOf("ruby");
        Ended installed = passes(Program.of(ruby.toString())
                .with(ROOT.resolve("src-it/lab/formula.rb"), out.resolve("hp-cli.rb"), archive, folder.resolve("brew"))
                .set("JAVA_HOME", Jdks.running().home()));
        assertEquals("HpCli " + VERSION + ": installed and tested\n", installed.out());
    }

    @Test
    void twoBuildsAreTheSameBytes() {
        Needs.lab();
        passes(script(ROOT, "reproducible.sh"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--key", "--rehearse", "--key K --rehearse D", "--wrong D", "--rehearse D E"})
    void wrongOptionsOfAReleaseShowTheUsage(String options) {
        Ended ended = run("release.sh", options.isEmpty() ? new Object[0] : (Object[]) options.split(" "));
        assertEquals(2, ended.exitCode(), ended.err());
        assertTrue(ended.err().contains("release.sh --rehearse"), ended.err());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--key K D: a release needs --dist-jdk and --url",
                "--rehearse --base I D: the image has the self-contained archive: add --dist-jdk",
                "--rehearse --modules M --dist-jdk J D: --modules makes no packages and no image"
            })
    void optionsThatNeedOthersNameThem(String options) {
        String[] parts = options.split(": ", 2);
        Ended ended = run("release.sh", (Object[]) parts[0].split(" "));
        assertEquals(1, ended.exitCode());
        assertEquals("release.sh: " + parts[1] + "\n", ended.err());
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
