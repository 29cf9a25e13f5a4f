package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.advisor.read.memory.Smaps;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The pages of a JVM that its tables are on, and its mappings: captured once from a real JVM, read here again and again.
 *
 * @param maps the text of {@code /proc/PID/maps}
 * @param pages by the number of the page
 */
record CapturedMemory(String maps, Map<Long, byte[]> pages) implements RawMemory {

    private static final int PAGE = PagedMemory.PAGE;

    List<Vma> vmas() {
        return Smaps.parse(maps);
    }

    @Override
    public int read(long address, ByteBuffer into) throws IOException {
        byte[] page = pages.get(address / PAGE);
        if (page == null) {
            throw new IOException("not captured");
        }
        int from = (int) (address % PAGE);
        int count = Math.min(into.remaining(), PAGE - from);
        into.put(page, from, count);
        return count;
    }

    static CapturedMemory load(InputStream in) throws IOException {
        try (DataInputStream data = new DataInputStream(new GZIPInputStream(new BufferedInputStream(in)))) {
            String maps = new String(data.readNBytes(data.readInt()), StandardCharsets.UTF_8);
            Map<Long, byte[]> pages = new TreeMap<>();
            for (int left = data.readInt(); left > 0; left--) {
                pages.put(data.readLong(), data.readNBytes(PAGE));
            }
            return new CapturedMemory(maps, pages);
        }
    }

    void store(OutputStream out) throws IOException {
        try (DataOutputStream data = new DataOutputStream(new GZIPOutputStream(new BufferedOutputStream(out)) {
            {
                def.setLevel(9);
            }
        })) {
            byte[] text = maps.getBytes(StandardCharsets.UTF_8);
            data.writeInt(text.length);
            data.write(text);
            data.writeInt(pages.size());
            for (Map.Entry<Long, byte[]> page : pages.entrySet()) {
                data.writeLong(page.getKey());
                data.write(page.getValue());
            }
        }
    }
}
