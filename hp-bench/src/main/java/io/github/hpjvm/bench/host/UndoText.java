package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.StrictUtf8;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Converts an {@link Undo} to text and back. People may read the text but must not edit it: the last line holds the
 * number of changes and a CRC-32 of all lines before it, so that a truncated or altered file is refused as a whole.
 *
 * <pre>
 * hp-jvm undo 2
 * boot 1b2c3d4e-0000-4000-8000-000000000000
 * pid 4711
 * time 2026-01-01T00:00:00Z
 * file /proc/sys/vm/nr_hugepages
 * found 0
 * seen -
 * wanted 700
 * read-back 650
 * end 1 5f3a0c11
 * </pre>
 *
 * <p>Version 1 had {@code before} in place of {@code seen}: the value before the latest write. Its value is
 * ignored.
 */
final class UndoText {
    private static final String TITLE = "hp-jvm undo 2";
    private static final String OLD_TITLE = "hp-jvm undo 1";
    private static final String NONE = "-";

    private final List<String> lines;
    private int next;

    private UndoText(List<String> lines) {
        this.lines = lines;
    }

    static byte[] print(Undo undo) {
        StringBuilder body = new StringBuilder(TITLE).append('\n');
        line(body, "boot", undo.bootId());
        line(body, "pid", Long.toString(undo.pid()));
        line(body, "time", undo.time().toString());
        for (UndoEntry entry : undo.entries()) {
            line(body, "file", entry.file().toString());
            line(body, "found", entry.found());
            line(body, "seen", entry.seen().orElse(NONE));
            line(body, "wanted", entry.wanted());
            line(body, "read-back", entry.readBack().orElse(NONE));
        }
        line(body, "end", undo.entries().size() + " " + checksum(body.toString()));
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses the result of {@link #print}, or version 1 of it, and nothing else.
     *
     * @throws IllegalArgumentException with the error in a few words
     */
    static Undo parse(byte[] bytes) {
        String text = decode(bytes);
        if (text.isEmpty()) {
            throw new IllegalArgumentException("it is empty");
        }
        boolean old = text.startsWith(OLD_TITLE + "\n");
        if (!old && !text.startsWith(TITLE + "\n")) {
            throw new IllegalArgumentException("it does not begin with '" + TITLE + "'");
        }
        int lastLine = text.lastIndexOf('\n', text.length() - 2) + 1;
        String end = text.substring(lastLine);
        String body = text.substring(0, lastLine);
        if (!end.startsWith("end ") || !end.endsWith("\n")) {
            throw new IllegalArgumentException("its end is missing");
        }
        UndoText reader = new UndoText(body.lines().toList());
        Undo undo;
        try {
            undo = reader.undo(old);
        } catch (DateTimeException | InvalidPathException e) {
            throw new IllegalArgumentException("line " + reader.next + " is wrong", e);
        }
        if (!end.equals("end " + undo.entries().size() + " " + checksum(body) + "\n")) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return undo;
    }

    private Undo undo(boolean old) {
        next = 1;
        String bootId = value("boot");
        long pid = Long.parseLong(value("pid"));
        Instant time = Instant.parse(value("time"));
        List<UndoEntry> entries = new ArrayList<>();
        while (next < lines.size()) {
            entries.add(new UndoEntry(
                    Path.of(value("file")),
                    value("found"),
                    old ? noSeen(value("before")) : maybe("seen"),
                    value("wanted"),
                    maybe("read-back")));
        }
        return new Undo(bootId, pid, time, entries);
    }

    private static Optional<String> noSeen(String before) {
        HostChange.requireLine(before);
        return Optional.empty();
    }

    private Optional<String> maybe(String key) {
        return Optional.of(value(key)).filter(value -> !value.equals(NONE));
    }

    private String value(String key) {
        String prefix = key + " ";
        if (next >= lines.size() || !lines.get(next).startsWith(prefix)) {
            throw new IllegalArgumentException("line " + (next + 1) + " is not a '" + key + "' line");
        }
        return lines.get(next++).substring(prefix.length());
    }

    static String decode(byte[] bytes) {
        try {
            return StrictUtf8.decode(bytes);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not text", e);
        }
    }

    private static void line(StringBuilder body, String key, String value) {
        body.append(key).append(' ').append(value).append('\n');
    }

    static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
