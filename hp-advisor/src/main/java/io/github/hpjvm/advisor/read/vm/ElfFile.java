package io.github.hpjvm.advisor.read.vm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The sections of a 64-bit ELF file by name (the System V ABI; {@code include/uapi/linux/elf.h}), read piece by piece
 * and bounds-checked: the file may have any content.
 */
final class ElfFile {

    /** Reads bytes of the file. */
    interface Reader {
        /** Returns at most {@code length} bytes from an offset on; empty if they cannot be read. */
        Optional<byte[]> read(long offset, int length);
    }

    private static final int HEADER = 64;
    private static final int SECTION = 64;
    private static final int MOST_SECTIONS = 1000;
    private static final int MOST_BYTES = 1 << 20;

    private final Reader reader;

    ElfFile(Reader reader) {
        this.reader = reader;
    }

    /** Returns whether a section has that name. */
    boolean hasSection(String name) {
        return section(name).isPresent();
    }

    /** Returns whether a section of at most 1 MiB contains a string with NUL at both of its ends. */
    boolean contains(String section, String string) {
        return section(section)
                .flatMap(s -> piece(s.offset(), s.size()))
                .map(b -> new String(b.array(), StandardCharsets.ISO_8859_1).contains('\0' + string + '\0'))
                .orElse(false);
    }

    private record Section(long offset, long size) {}

    private Optional<Section> section(String name) {
        ByteBuffer header = piece(0, HEADER).orElse(null);
        if (header == null || header.getInt(0) != 0x464c457f && header.getInt(0) != 0x7f454c46) {
            return Optional.empty();
        }
        boolean is64 = header.get(4) == 2;
        header.order(header.get(5) == 2 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int count = header.getShort(60) & 0xffff;
        int names = header.getShort(62) & 0xffff;
        boolean sound = is64 && (header.getShort(58) & 0xffff) == SECTION && count <= MOST_SECTIONS && names < count;
        ByteBuffer table =
                sound ? piece(header.getLong(40), (long) count * SECTION).orElse(null) : null;
        if (table == null) {
            return Optional.empty();
        }
        table.order(header.order());
        ByteBuffer texts = piece(table.getLong(names * SECTION + 24), table.getLong(names * SECTION + 32))
                .orElse(null);
        byte[] wanted = (name + '\0').getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; texts != null && i < count; i++) {
            if (startsWith(texts, table.getInt(i * SECTION), wanted)) {
                return Optional.of(new Section(table.getLong(i * SECTION + 24), table.getLong(i * SECTION + 32)));
            }
        }
        return Optional.empty();
    }

    private static boolean startsWith(ByteBuffer texts, int at, byte[] wanted) {
        if (at < 0 || at > texts.limit() - wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (texts.get(at + i) != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    private Optional<ByteBuffer> piece(long offset, long size) {
        return offset < 0 || size <= 0 || size > MOST_BYTES
                ? Optional.empty()
                : reader.read(offset, (int) size)
                        .filter(bytes -> bytes.length == size)
                        .map(ByteBuffer::wrap);
    }
}
