package io.github.hpjvm.bench.host;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** Undo files in the form of version 1, with a valid checksum, as an attacker could write them too. */
final class OldUndo {
    private OldUndo() {}

    /** One entry. */
    static byte[] text(String boot, Path file, String found, String before, String wanted, String readBack) {
        String body = "hp-jvm undo 1\nboot " + boot + "\npid 4711\ntime 2026-01-01T00:00:00Z\nfile " + file + "\nfound "
                + found + "\nbefore " + before + "\nwanted " + wanted + "\nread-back " + readBack + "\n";
        CRC32 crc = new CRC32();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        String end = "end 1 " + HexFormat.of().toHexDigits((int) crc.getValue()) + "\n";
        return (body + end).getBytes(StandardCharsets.UTF_8);
    }
}
