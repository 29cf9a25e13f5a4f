package io.github.hpjvm.advisor.read.vm;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The smallest ELF files that have a section: a header, the section, the names of sections, and their table. */
public final class ElfSample {

    private static final int HEADER = 64;
    private static final int SECTION = 64;

    private ElfSample() {}

    /** As the library of a HotSpot looks to us. */
    public static byte[] hotSpot() {
        return with(".dynstr", "\0JNI_CreateJavaVM\0gHotSpotVMStructs\0", ByteOrder.LITTLE_ENDIAN);
    }

    /** A 64-bit file with one section of that name, and what is in it. */
    static byte[] with(String section, String content, ByteOrder order) {
        byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
        byte[] names = ("\0.shstrtab\0" + section + "\0").getBytes(StandardCharsets.ISO_8859_1);
        int namesAt = HEADER + bytes.length;
        int tableAt = namesAt + names.length;
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(order);
        header.put(new byte[] {0x7f, 'E', 'L', 'F', 2, (byte) (order == ByteOrder.LITTLE_ENDIAN ? 1 : 2), 1});
        header.putLong(40, tableAt);
        header.putShort(58, (short) SECTION);
        header.putShort(60, (short) 3);
        header.putShort(62, (short) 1);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(header.array());
        file.writeBytes(bytes);
        file.writeBytes(names);
        file.writeBytes(new byte[SECTION]);
        file.writeBytes(entry(1, namesAt, names.length, order));
        file.writeBytes(entry(1 + ".shstrtab\0".length(), HEADER, bytes.length, order));
        return file.toByteArray();
    }

    private static byte[] entry(int name, long offset, long size, ByteOrder order) {
        ByteBuffer entry = ByteBuffer.allocate(SECTION).order(order);
        entry.putInt(0, name);
        entry.putLong(24, offset);
        entry.putLong(32, size);
        return entry.array();
    }
}
