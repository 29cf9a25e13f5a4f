package io.github.hpjvm.bench.host;

import java.nio.ByteBuffer;
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
 * The text form of an {@link Undo}, for people to read and for nobody to edit: the last line counts the changes and
 * carries a CRC-32 of all before it, so that a file which was cut off or altered is refused as a whole.
 *
 * <pre>
 * hp-jvm undo 1
 * boot 1b2c3d4e-0000-4000-8000-000000000000
 * pid 4711
 * time 2026-01-01T00:00:00Z
 * file /proc/sys/vm/nr_hugepages
 * found 0
 * before 0
 * wanted 700
 * read-back 650
 * end 1 5f3a0c11
 * </pre>
 */
final class UndoText {
    private static final String TITLE = "hp-jvm undo 1";
    private static final String NOT_READ_BACK = "-";

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
            line(body, "before", entry.before());
            line(body, "wanted", entry.wanted());
            line(body, "read-back", entry.readBack().orElse(NOT_READ_BACK));
        }
        line(body, "end", undo.entries().size() + " " + checksum(body.toString()));
        return body.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads what {@link #print} wrote, and nothing else.
     *
     * @throws IllegalArgumentException saying what is wrong, in a few words
     */
    static Undo parse(byte[] bytes) {
        String text = decode(bytes);
        if (text.isEmpty()) {
            throw new IllegalArgumentException("it is empty");
        }
        if (!text.startsWith(TITLE + "\n")) {
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
            undo = reader.undo();
        } catch (DateTimeException | InvalidPathException e) {
            throw new IllegalArgumentException("line " + reader.next + " is wrong", e);
        }
        if (!end.equals("end " + undo.entries().size() + " " + checksum(body) + "\n")) {
            throw new IllegalArgumentException("its checksum is wrong");
        }
        return undo;
    }

    private Undo undo() {
        next = 1;
        String bootId = value("boot");
        long pid = Long.parseLong(value("pid"));
        Instant time = Instant.parse(value("time"));
        List<UndoEntry> entries = new ArrayList<>();
        while (next < lines.size()) {
            entries.add(new UndoEntry(
                    Path.of(value("file")),
                    value("found"),
                    value("before"),
                    value("wanted"),
                    Optional.of(value("read-back")).filter(value -> !value.equals(NOT_READ_BACK))));
        }
        return new Undo(bootId, pid, time, entries);
    }

    private String value(String key) {
        String prefix = key + " ";
        if (next >= lines.size() || !lines.get(next).startsWith(prefix)) {
            throw new IllegalArgumentException("line " + (next + 1) + " is not a '" + key + "' line");
        }
        return lines.get(next++).substring(prefix.length());
    }

    private static String decode(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not text", e);
        }
    }

    private static void line(StringBuilder body, String key, String value) {
        body.append(key).append(' ').append(value).append('\n');
    }

    private static String checksum(String body) {
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
