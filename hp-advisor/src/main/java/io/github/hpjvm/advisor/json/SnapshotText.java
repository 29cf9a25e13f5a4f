package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.StrictUtf8;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Converts the bytes of a snapshot, compressed by gzip or not, to and from its text. */
public final class SnapshotText {
    private static final int GZIP_0 = 0x1f;
    private static final int GZIP_1 = 0x8b;

    private static final int LONGEST_START = 200;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The first members of a snapshot; other documents of hp-cli have other ones after the version. */
    private static final Pattern START =
            Pattern.compile("\\s*\\{\\s*\"schemaVersion\"\\s*:\\s*\\d+\\s*,\\s*\"takenAt\"\\s*:(?:\\s*\"([^\"]*)\")?");

    private SnapshotText() {}

    /**
     * The text of a file.
     *
     * @param most the largest size of the text
     * @throws JsonFormatException if it is larger, damaged, or not UTF-8
     */
    public static String of(byte[] file, Bytes most) {
        try {
            return StrictUtf8.decode(bytes(file, most));
        } catch (CharacterCodingException e) {
            throw new JsonFormatException("it is not JSON: its text is not UTF-8", e);
        }
    }

    /**
     * The bytes of the text of a file.
     *
     * @param most the largest size of the text
     * @throws JsonFormatException if it is larger, or damaged
     */
    static byte[] bytes(byte[] file, Bytes most) {
        byte[] bytes = isCompressed(file) ? unpacked(file, most) : file;
        if (bytes.length > most.value()) {
            throw new JsonFormatException("it is larger than " + most);
        }
        return bytes;
    }

    /** Returns whether all characters of a text are in ASCII and none is NUL, so that no encoding reads it differently. */
    static boolean isAscii(byte[] text) {
        long high = 0;
        int at = 0;
        for (; at + Long.BYTES <= text.length; at += Long.BYTES) {
            long eight = (long) EIGHT_BYTES.get(text, at);
            // Bytes above ASCII have the highest bit, and NUL gets it by the subtraction.
            high |= eight | eight - 0x0101_0101_0101_0101L;
        }
        boolean ascii = (high & 0x8080_8080_8080_8080L) == 0;
        for (; at < text.length; at++) {
            ascii &= text[at] > 0;
        }
        return ascii;
    }

    /**
     * Returns whether a file begins as a snapshot does.
     *
     * @param start its first bytes, some hundred at least
     */
    public static boolean begins(byte[] start) {
        return START.matcher(new String(beginning(start), StandardCharsets.UTF_8))
                .lookingAt();
    }

    /**
     * Returns the time at which a snapshot was taken; empty if it is not one, or has no time.
     *
     * @param start its first bytes, some hundred at least
     */
    public static Optional<Instant> takenAt(byte[] start) {
        Matcher head = START.matcher(new String(beginning(start), StandardCharsets.UTF_8));
        try {
            return head.lookingAt() && head.group(1) != null
                    ? Optional.of(Instant.parse(head.group(1)))
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static byte[] beginning(byte[] start) {
        if (!isCompressed(start)) {
            return start;
        }
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(start))) {
            return in.readNBytes(LONGEST_START);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** The text compressed by gzip, without a time, so that equal texts give equal bytes. */
    public static byte[] compressed(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static boolean isCompressed(byte[] bytes) {
        return bytes.length > 1 && (bytes[0] & 0xff) == GZIP_0 && (bytes[1] & 0xff) == GZIP_1;
    }

    private static byte[] unpacked(byte[] file, Bytes most) {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(file))) {
            return in.readNBytes((int) Math.min(most.value() + 1, Integer.MAX_VALUE - 8));
        } catch (IOException e) {
            throw new JsonFormatException("its gzip data is damaged: " + e.getMessage(), e);
        }
    }
}
