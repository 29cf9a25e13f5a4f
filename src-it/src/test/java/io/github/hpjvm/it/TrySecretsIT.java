package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Canaries;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.Program;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A command under {@code try} with secrets in its arguments: no report has one, and no kept file of a fork. */
class TrySecretsIT extends TryScene {

    private List<Object> command() {
        List<Object> command = new ArrayList<>(Arrays.asList(attempt.work(Jdks.running(), 64, 2500)));
        command.addAll(1, Canaries.options());
        command.addAll(Canaries.arguments());
        return command;
    }

    private Program under(String... options) {
        return attempt.under(BOTH, (Object[]) options)
                .with("--")
                .with(command().toArray())
                .set("JDK_JAVA_OPTIONS", "-Dcaller.pin=" + Canaries.SECRET)
                .set("HOMEPAGE", Canaries.SECRET);
    }

    @Test
    void reportsContainNoCredentials() throws IOException {
        Program.Ended ended = under().run();
        done(ended);
        assertFalse(ended.out().contains(Canaries.SECRET), ended.out());
        assertFalse(ended.err().contains(Canaries.SECRET), ended.err());
        int files = 0;
        try (Stream<Path> all = Files.walk(attempt.out())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(text.contains(Canaries.SECRET), () -> file + ": " + text);
                files++;
            }
        }
        assertTrue(files > 4, "results.json, two reports, the output of two forks: " + files);
        String results = Files.readString(attempt.out().resolve("results.json"));
        assertTrue(results.contains("Work (" + (Canaries.arguments().size() + 2) + " arguments)"), results);
    }

    @Test
    @Tag("slow")
    void fullCommandLineIsShownOnRequest() throws IOException {
        Program.Ended ended = attempt.under(BOTH, "--full-command-line", "--")
                .with(attempt.work(Jdks.running(), 64, 2500))
                .with("berlin")
                .run();
        assertEquals(0, ended.exitCode(), ended.err());
        assertTrue(
                Files.readString(attempt.out().resolve("results.json")).contains("Work 64 2500 berlin"), ended.err());
    }
}
