package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.file.BytePath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BytePathTest {
    /** As {@link io.github.hpjvm.os.text.ByteText} has the byte 0xe9 where it is no UTF-8. No locale has it. */
    private static final String LATIN_1 = "caf\udce9";

    @TempDir
    Path folder;

    @Test
    void namesFilesWhoseNamesAreNoTextInThisLocale() throws IOException {
        assertThrows(InvalidPathException.class, () -> Path.of(LATIN_1));
        Path file = Files.writeString(folder.resolve(BytePath.of(LATIN_1)), "here");
        assertTrue(file.toUri().getRawPath().endsWith("/caf%E9"), file.toUri().toString());
        assertEquals("here", TextFile.read(file).known().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "/a/b",
                "//a//b/",
                "caf\u00e9",
                "/caf\u00e9",
                "a//caf\u00e9/b/",
                "../caf\u00e9",
                "\u00e9/../x"
            })
    void isThePathOfTheText(String text) {
        Path path = BytePath.of(text);
        assertEquals(text.startsWith("/"), path.isAbsolute());
        assertEquals(text.replace("//", "/").replaceAll("(?<=.)/$", ""), utf8(path));
    }

    private static String utf8(Path path) {
        String uri = path.isAbsolute()
                ? path.toUri().getPath()
                : Path.of("/").resolve(path).toUri().getPath().substring(1);
        return uri;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\0b", "\u00e9\0"})
    void refusesNul(String text) {
        assertThrows(InvalidPathException.class, () -> BytePath.of(text));
    }

    @Test
    void filesOfAProcessMayHaveAnyName() throws IOException {
        Files.createDirectories(folder.resolve(BytePath.of(LATIN_1)));
        Files.writeString(folder.resolve(BytePath.of(LATIN_1 + "/\033[2J")), "-Xmx1g");
        TargetFiles files = new TargetFiles(folder);
        byte[] bytes = files.read(List.of(LATIN_1, "\033[2J"), Optional.empty(), Bytes.ofKiB(1))
                .known()
                .orElseThrow();
        assertArrayEquals("-Xmx1g".getBytes(StandardCharsets.UTF_8), bytes);
        for (String name : List.of("a\0b", "\0", "\u00e9\0", "\ud800")) {
            assertFalse(files.read(List.of(name), Optional.empty(), Bytes.ofKiB(1))
                    .known()
                    .isPresent());
            assertFalse(files.read(List.of(name, "x"), Optional.empty(), Bytes.ofKiB(1))
                    .known()
                    .isPresent());
        }
    }

    @Test
    void readsWordsFromTheKernelThatTheJdkCannotDecode() {
        List<String> commandLine = List.of("java", "Main", "predict", LATIN_1);
        assertArrayEquals(
                new String[] {"predict", LATIN_1}, CallerWords.arguments(commandLine, "predict", "caf\ufffd"));
        assertArrayEquals(
                new String[] {"other", "caf\ufffd"}, CallerWords.arguments(commandLine, "other", "caf\ufffd"));
        assertArrayEquals(new String[] {"\ufffd"}, CallerWords.arguments(List.of(), "\ufffd"));
        assertEquals(
                Map.of("A", LATIN_1, "B", "b"),
                CallerWords.environment(
                        List.of("A=" + LATIN_1, "B=changed", "C=c"), Map.of("A", "caf\ufffd", "B", "b")));
    }
}
