package io.github.hpjvm.os.file;

import io.github.hpjvm.os.text.ByteText;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Paths whose text comes from another process, from a file or from the caller. {@link Path#of(String, String...)} encodes
 * text by {@code sun.jnu.encoding}, which follows the locale on every release (JEP 400 changed {@code file.encoding} only)
 * and which the JVM overwrites if an option sets it. Under {@code LC_ALL=C}, as in cron jobs and many containers, it
 * throws for the first letter that is not ASCII. The kernel knows bytes only, and the JDK takes the path of a URI, such as
 * {@code file:///caf%C3%A9}, byte by byte. So a path that is not ASCII is made from its URI.
 */
public final class BytePath {
    private static final String HEX = "0123456789ABCDEF";

    private BytePath() {}

    /**
     * Returns the path with the bytes of a text, as {@link ByteText} encodes them; relative if the text is.
     *
     * @throws InvalidPathException if the text contains NUL, which no path does
     */
    public static Path of(String text) {
        if (isAscii(text)) {
            return Path.of(text);
        }
        if (text.indexOf('\0') >= 0) {
            throw new InvalidPathException(text, "Nul character not allowed");
        }
        Path path = Path.of(URI.create("file://" + escaped(ByteText.bytes(text))));
        return text.startsWith("/") ? path : path.subpath(0, path.getNameCount());
    }

    /** Returns an absolute path of a URI. The JDK does not remove empty names from it, as it does from a text. */
    private static String escaped(byte[] path) {
        StringBuilder uri = new StringBuilder("/");
        for (byte b : path) {
            if (b != '/') {
                uri.append('%').append(HEX.charAt((b & 0xf0) >> 4)).append(HEX.charAt(b & 0xf));
            } else if (uri.charAt(uri.length() - 1) != '/') {
                uri.append('/');
            }
        }
        return uri.toString();
    }

    /** Returns whether all encodings decode it equally. */
    public static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
