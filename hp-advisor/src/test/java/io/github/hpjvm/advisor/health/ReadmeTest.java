package io.github.hpjvm.advisor.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each block of Java in README and docs/HEALTH.md names a compiled file that contains its lines. */
class ReadmeTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile("(?:<!-- (\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern LINK = Pattern.compile("\\]\\(\\.\\./(src-it/services/[^)]+)\\)");

    private static String readme() throws IOException {
        return Files.readString(ROOT.resolve("README.md")) + Files.readString(ROOT.resolve("docs/HEALTH.md"));
    }

    @Test
    void itsJavaIsThatOfFilesWhichAreCompiled() throws IOException {
        List<String> files = new ArrayList<>();
        Matcher block = BLOCK.matcher(readme());
        while (block.find()) {
            String file = block.group(1);
            assertTrue(file != null, "a block of Java that names no file: " + block.group(2));
            String source = squeezed(Files.readString(ROOT.resolve(file)));
            assertTrue(source.contains(squeezed(block.group(2))), file + " has no such lines: " + block.group(2));
            files.add(file);
        }
        assertEquals(4, files.size(), files::toString);
    }

    @Test
    void theNamedSamplesExist() throws IOException {
        Matcher link = LINK.matcher(readme());
        assertTrue(link.find());
        do {
            assertTrue(Files.isRegularFile(ROOT.resolve(link.group(1))), link.group(1));
        } while (link.find());
    }

    /** Without the indentation, which depends on where the lines stand. */
    private static String squeezed(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
