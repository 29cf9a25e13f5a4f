package io.github.hpjvm.console.file;

import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.os.file.BoundedFile;
import io.github.hpjvm.os.file.UnreadableException;
import io.github.hpjvm.os.text.StrictUtf8;
import io.github.hpjvm.os.text.Visible;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files that the user names. A file that cannot be read is a usage error of one line. */
public final class NamedInput {
    /** PATH_MAX, and some words. */
    private static final int LONGEST = 4200;

    private static final int START = 4096;

    private NamedInput() {}

    /**
     * The text of a file; bytes that are not UTF-8 become U+FFFD.
     *
     * @throws UsageException if the file cannot be read
     */
    public static String text(Path file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    /**
     * The text of a file, or of stdin if its name is {@code -}. A name such as /dev/stdin cannot be opened if stdin is a socket.
     *
     * @throws UsageException if it cannot be read, or is larger than {@link BoundedFile#LARGEST}
     */
    public static String textOrStdin(Path file) {
        if (!file.toString().equals("-")) {
            return text(file);
        }
        try {
            byte[] bytes = System.in.readNBytes(Math.toIntExact(BoundedFile.LARGEST) + 1);
            if (bytes.length > BoundedFile.LARGEST) {
                throw new UsageException("stdin has more than " + (BoundedFile.LARGEST >> 20) + " MiB");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UsageException("cannot read stdin: " + e.getMessage());
        }
    }

    /**
     * The text of a JSON file.
     *
     * @throws UsageException if the file cannot be read, or is not UTF-8
     */
    public static String json(Path file) {
        byte[] bytes = bytes(file);
        try {
            return StrictUtf8.decode(bytes);
        } catch (CharacterCodingException e) {
            throw new UsageException(file + " is not JSON: its text is not UTF-8");
        }
    }

    /**
     * The bytes of a file, which may be compressed by gzip.
     *
     * @throws UsageException if the file cannot be read
     */
    public static byte[] packed(Path file) {
        try {
            return BoundedFile.readPacked(file, BoundedFile.LARGEST, BoundedFile.time(file));
        } catch (UnreadableException e) {
            throw unreadable(e);
        }
    }

    /** Returns the first bytes of a file, at most 4 KiB; none if it is not a regular file, or cannot be read. */
    public static byte[] start(Path file) {
        if (!Files.isRegularFile(file)) {
            return new byte[0];
        }
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(START);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /**
     * Checks that a file is a regular one, before another reader opens it.
     *
     * @throws UsageException if it is not a regular file
     */
    public static void requireRegular(Path file) {
        try {
            BoundedFile.regular(file);
        } catch (UnreadableException e) {
            throw unreadable(e);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return BoundedFile.read(file, BoundedFile.LARGEST, BoundedFile.time(file));
        } catch (UnreadableException e) {
            throw unreadable(e);
        }
    }

    private static UsageException unreadable(UnreadableException e) {
        return new UsageException("cannot read " + Visible.name(e.file().toString(), LONGEST) + ": "
                + Visible.name(String.valueOf(e.getMessage()), LONGEST) + "; " + e.whatToDo());
    }
}
