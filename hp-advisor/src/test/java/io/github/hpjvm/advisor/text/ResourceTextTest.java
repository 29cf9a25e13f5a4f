package io.github.hpjvm.advisor.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceTextTest {
    /** Is put into a jar and loaded from there. */
    static final class Neighbour {}

    @TempDir
    private Path folder;

    @Test
    void ofAClassInAFolder() {
        assertTrue(ResourceText.of(KnownBugs.class, "known-bugs.tsv").contains("JDK-8366434"));
        assertThrows(UncheckedIOException.class, () -> ResourceText.of(Neighbour.class, "no such table"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.jar", "with a blank.jar", "with%20escape.jar", "without-suffix"})
    void ofAClassInAJar(String name) throws IOException, ClassNotFoundException {
        Path jar = folder.resolve(name);
        String path = Neighbour.class.getName().replace('.', '/') + ".class";
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
                InputStream code = Neighbour.class.getClassLoader().getResourceAsStream(path)) {
            zip.putNextEntry(new ZipEntry(path));
            code.transferTo(zip);
            zip.putNextEntry(new ZipEntry(path.substring(0, path.lastIndexOf('/') + 1) + "table.tsv"));
            zip.write("of the jar".getBytes(StandardCharsets.US_ASCII));
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Class<?> inJar = loader.loadClass(Neighbour.class.getName());
            assertNotSame(Neighbour.class, inJar);
            assertEquals("of the jar", ResourceText.of(inJar, "table.tsv"));
            assertThrows(UncheckedIOException.class, () -> ResourceText.of(inJar, "no such table"));
        }
    }
}
