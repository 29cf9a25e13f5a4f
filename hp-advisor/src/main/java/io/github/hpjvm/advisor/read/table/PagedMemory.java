package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.file.RawMemory;
import io.github.hpjvm.os.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * Typed reads of a process's memory, in pages that are read once. A process chooses the content of its memory, so
 * the number of pages is limited: a chain of pointers that never ends, ends here.
 */
class PagedMemory {

    /** Size of the pieces that are read; the kernel copies at most one page of a process at a time. */
    static final int PAGE = 4096;

    /** Limit of the pages of one reading. The tables of HotSpot 8 to 28 and all flags take 180 to 330. */
    static final int MOST_PAGES = 2048;

    /** Pages of one call, where a range is read from its begin to its end. */
    private static final int AHEAD = 16;

    /** Limit of one piece; the flags of 28 take 30 KiB. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int LONGEST_NAME = 256;

    private final RawMemory memory;
    private final Map<Long, ByteBuffer> pages = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();
    private long lastIndex = -1;
    private ByteBuffer lastPage = ByteBuffer.allocate(0);

    PagedMemory(RawMemory memory) {
        this.memory = memory;
    }

    byte int8(long address) {
        return page(address).get(offset(address));
    }

    int int32(long address) {
        return fits(address, Integer.BYTES)
                ? page(address).getInt(offset(address))
                : bytes(address, Integer.BYTES).getInt(0);
    }

    long int64(long address) {
        return fits(address, Long.BYTES)
                ? page(address).getLong(offset(address))
                : bytes(address, Long.BYTES).getLong(0);
    }

    /** Returns at most 1 MiB, which may be on several pages, in the byte order of this machine. */
    ByteBuffer bytes(long address, int length) {
        if (length < 0 || length > MOST_BYTES) {
            throw new UnreadableMemoryException("a table of " + length + " bytes");
        }
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.nativeOrder());
        for (long at = address; bytes.hasRemaining(); ) {
            ByteBuffer page = page(at);
            int count = Math.min(bytes.remaining(), PAGE - offset(at));
            bytes.put(bytes.position(), page, offset(at), count);
            bytes.position(bytes.position() + count);
            at += count;
        }
        return bytes.flip();
    }

    /** Returns a name of HotSpot's source: printable ASCII of at most 255 characters. */
    String name(long address) {
        String known = names.get(address);
        if (known != null) {
            return known;
        }
        String name = text(address, LONGEST_NAME);
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
                throw new UnreadableMemoryException("a name with other characters than printable ASCII");
            }
        }
        names.put(address, name);
        return name;
    }

    /** Returns the text from an address to its NUL. */
    String text(long address, int most) {
        ByteBuffer page = page(address);
        int from = offset(address);
        int end = end(page, from);
        if (end < PAGE) {
            return checked(ByteText.of(page.array(), from, end - from), end - from, most);
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (long at = address; ; at = (at & -PAGE) + PAGE) {
            page = page(at);
            end = end(page, offset(at));
            text.write(page.array(), offset(at), end - offset(at));
            if (end < PAGE || text.size() > most) {
                return checked(ByteText.of(text.toByteArray(), 0, text.size()), text.size(), most);
            }
        }
    }

    private static String checked(String text, int length, int most) {
        if (length > most) {
            throw new UnreadableMemoryException("a text of more than " + most + " bytes");
        }
        return text;
    }

    /** Returns the index of the next NUL; the size of the page if it has none. */
    private static int end(ByteBuffer page, int from) {
        byte[] bytes = page.array();
        int end = from;
        while (end < PAGE && bytes[end] != 0) {
            end++;
        }
        return end;
    }

    /**
     * Calls back with each aligned word of a range that can be a pointer: not zero, a multiple of eight, and in the lower
     * half of the addresses. Most words are none, and this sorts them out fast.
     */
    void eachPointer(AddressRange range, LongConsumer action) {
        for (long at = range.start(); at < range.end(); at += PAGE - offset(at)) {
            ByteBuffer page = page(at, range.end());
            int end = (int) Math.min(PAGE, offset(at) + range.end() - at);
            for (int i = offset(at); i < end; i += Long.BYTES) {
                long word = page.getLong(i);
                if (word > 0 && (word & 7) == 0) {
                    action.accept(word);
                }
            }
        }
    }

    /** Calls back with the address of each aligned word of a range that has a value. */
    void each(long value, AddressRange range, LongConsumer action) {
        for (long at = range.start(); at < range.end(); at += PAGE - offset(at)) {
            ByteBuffer page = page(at, range.end());
            int end = (int) Math.min(PAGE, offset(at) + range.end() - at);
            for (int i = offset(at); i <= end - Long.BYTES; i += Long.BYTES) {
                if (page.getLong(i) == value) {
                    action.accept(at - offset(at) + i);
                }
            }
        }
    }

    private ByteBuffer page(long address) {
        long index = address / PAGE;
        if (index == lastIndex) {
            return lastPage;
        }
        ByteBuffer page = pages.get(index);
        if (page == null) {
            page = read(address, index);
            pages.put(index, page);
        }
        lastIndex = index;
        lastPage = page;
        return page;
    }

    /** Returns the page at an address, and reads those that follow it up to an end, which are read next. */
    private ByteBuffer page(long address, long end) {
        long first = address / PAGE;
        int room = Math.min(AHEAD, MOST_PAGES - pages.size());
        int count = (int) Math.min(room, (end - 1) / PAGE - first + 1);
        if (count > 1 && address >= PAGE && !pages.containsKey(first)) {
            byte[] bytes = new byte[count * PAGE];
            int whole = read(first * PAGE, ByteBuffer.wrap(bytes)) / PAGE;
            for (int i = 0; i < whole; i++) {
                byte[] page = Arrays.copyOfRange(bytes, i * PAGE, (i + 1) * PAGE);
                pages.putIfAbsent(first + i, ByteBuffer.wrap(page).order(ByteOrder.nativeOrder()));
            }
        }
        return page(address);
    }

    /** Reads as much as there is, and returns the number of bytes. */
    private int read(long address, ByteBuffer into) {
        try {
            while (into.hasRemaining() && memory.read(address + into.position(), into) > 0) {
                continue;
            }
        } catch (IOException e) {
            return into.position();
        }
        return into.position();
    }

    private ByteBuffer read(long address, long index) {
        if (address < PAGE) {
            throw new UnreadableMemoryException("a null pointer or one into the kernel");
        }
        if (pages.size() == MOST_PAGES) {
            throw new UnreadableMemoryException("more than " + MOST_PAGES + " pages of tables");
        }
        ByteBuffer page = ByteBuffer.allocate(PAGE).order(ByteOrder.nativeOrder());
        if (read(index * PAGE, page) < PAGE) {
            throw new UnreadableMemoryException.Unmapped(address);
        }
        return page;
    }

    private static int offset(long address) {
        return (int) (address & (PAGE - 1));
    }

    private static boolean fits(long address, int size) {
        return offset(address) <= PAGE - size;
    }
}
