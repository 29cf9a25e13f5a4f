package io.github.hpjvm.advisor.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads a table of this project, of ASCII characters. It reads from the jar of the class, and uses the class loader
 * only elsewhere: the class loader searches the JDK's own modules first, and opens a connection to the jar.
 */
public final class ResourceText {

    private ResourceText() {}

    /**
     * Returns the text of a resource beside a class.
     *
     * @throws UncheckedIOException if it cannot be read, and if there is none of that name
     */
    public static String of(Class<?> neighbour, String name) {
        try {
            Optional<String> jar = jar(neighbour);
            String path = neighbour.getPackageName().replace('.', '/') + "/" + name;
            Optional<byte[]> packed = jar.isPresent() ? packed(jar.get(), path) : Optional.empty();
            byte[] bytes = packed.isPresent() ? packed.get() : loaded(neighbour, name);
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the path of the jar; empty if the class is not in one, or the path needs decoding. */
    private static Optional<String> jar(Class<?> neighbour) {
        CodeSource source = neighbour.getProtectionDomain().getCodeSource();
        URL location = source == null ? null : source.getLocation();
        boolean plain = location != null
                && location.getProtocol().equals("file")
                && location.getPath().endsWith(".jar")
                && location.getPath().indexOf('%') < 0;
        return plain ? Optional.of(location.getPath()) : Optional.empty();
    }

    private static Optional<byte[]> packed(String jar, String path) throws IOException {
        try (ZipFile zip = new ZipFile(jar)) {
            ZipEntry entry = zip.getEntry(path);
            if (entry == null) {
                return Optional.empty();
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return Optional.of(in.readAllBytes());
            }
        }
    }

    private static byte[] loaded(Class<?> neighbour, String name) throws IOException {
        try (InputStream in = neighbour.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(name);
            }
            return in.readAllBytes();
        }
    }
}
