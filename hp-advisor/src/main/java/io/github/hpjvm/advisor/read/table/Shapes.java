package io.github.hpjvm.advisor.read.table;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.read.memory.Addresses;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * Objects of HotSpot that its tables leave out, recognized by their shape. Each object has to state its range twice, or
 * beside the range of the heap, and all of that range has to be mapped. What is not found that way stays unknown.
 */
final class Shapes {

    private static final int WORD = Long.BYTES;

    /** VirtualSpaceNode: the words from its begin on that are compared. */
    private static final int NODE_WORDS = 24;

    private static final int MOST_NODES = 4096;
    private static final long LEAST_NODE = 64 * 1024;
    private static final long MOST_NODE = 1L << 42;

    /** Bytes of an object that the heap points to: G1ConcurrentMark has less than 4 KiB in 8 to 28. */
    private static final int OBJECT = 4096;

    private static final int MOST_HEAP_OBJECT = 8192;

    /** Words between the covered range of a bitmap and its map: 0 to 7 in 8 to 28. */
    private static final int BITMAP_WORDS = 8;

    private static final int MOST_SHIFT = 5;

    private final PagedMemory memory;
    private final Mapped mapped;

    Shapes(PagedMemory memory, Mapped mapped) {
        this.memory = memory;
        this.mapped = mapped;
    }

    /** Returns whether a range is mapped without a hole. */
    boolean isMapped(AddressRange range) {
        return mapped.covers(range);
    }

    /**
     * Returns the reserved memory of metaspace with its class space: VirtualSpaceNode in {@code
     * src/hotspot/share/memory/metaspace/virtualSpaceNode.hpp}. From 16 on a variable of libjvm.so leads to a
     * MetaspaceContext, and that to a VirtualSpaceList, both of which begin with a name (JEP 387); before, a variable
     * leads to the list. The list leads to the newest node, and each node begins with the next.
     */
    List<AddressRange> metaspace() {
        Set<Long> seen = new HashSet<>();
        List<AddressRange> nodes = new ArrayList<>();
        eachPointer(pointer -> {
            long first = word(pointer, 0);
            if (mapped.isInLibrary(first)) {
                long list = word(pointer, 1);
                if (mapped.isObject(list) && mapped.isInLibrary(word(list, 0))) {
                    // Where the class has a virtual method, its table comes before the name.
                    addNodes(word(list, mapped.isInLibrary(word(list, 1)) ? 2 : 1), seen, nodes);
                }
            } else {
                addNodes(first, seen, nodes);
            }
        });
        if (nodes.isEmpty()) {
            throw new UnreadableMemoryException("no list of metaspace was found");
        }
        return Addresses.joined(nodes);
    }

    private void addNodes(long head, Set<Long> seen, List<AddressRange> nodes) {
        long node = head;
        while (mapped.isObject(node)
                && mapped.isObject(node + (NODE_WORDS - 1) * WORD)
                && seen.size() < MOST_NODES
                && seen.add(node)) {
            Optional<AddressRange> range = node(node);
            if (range.isEmpty()) {
                return;
            }
            nodes.add(range.get());
            node = word(node, 0);
        }
    }

    /**
     * Returns the range of a node: its ReservedSpace begins with base and size, and the node has the same range again, as
     * base and words, or as the boundaries of a VirtualSpace before 16.
     */
    private Optional<AddressRange> node(long node) {
        for (int at = 1; at <= 3; at++) {
            long base = word(node, at);
            long size = word(node, at + 1);
            boolean sound = base > 0
                    && base % LEAST_NODE == 0
                    && size >= LEAST_NODE
                    && size <= MOST_NODE
                    && size % PagedMemory.PAGE == 0;
            for (int again = at + 2; sound && again < NODE_WORDS - 1; again++) {
                long second = word(node, again + 1);
                if (word(node, again) == base && (second == size / WORD || second == base + size)) {
                    AddressRange range = new AddressRange(base, base + size);
                    return mapped.covers(range) ? Optional.of(range) : Optional.empty();
                }
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the marking bitmaps of Parallel: ParMarkBitMap, a variable of libjvm.so, has the range of the heap, and
     * then one or two pairs of an address and a number of bits ({@code parMarkBitMap.hpp}).
     */
    List<AddressRange> bitmapsOfParallel(AddressRange heap) {
        List<AddressRange> bitmaps = new ArrayList<>();
        for (AddressRange statics : mapped.statics()) {
            addBitmaps(statics.start(), statics.end(), heap, bitmaps);
        }
        return some(bitmaps);
    }

    /**
     * Returns the marking bitmaps of G1: G1CMBitMap, inside of G1ConcurrentMark, to which the heap points, has the range of
     * the heap, a shift, and then an address and a number of bits ({@code g1ConcurrentMarkBitMap.hpp}, markBitMap.hpp).
     *
     * @param object the address of G1CollectedHeap
     * @param size its size in bytes
     */
    List<AddressRange> bitmapsOfG1(long object, int size, AddressRange heap) {
        List<AddressRange> bitmaps = new ArrayList<>();
        eachObject(object, size, heap, target -> addBitmaps(target, target + OBJECT, heap, bitmaps));
        return some(bitmaps);
    }

    /**
     * Calls back with each object that an object points to, once.
     *
     * @param size of the object in bytes
     * @param heap the heap, whose objects are left out
     * @param action a candidate without memory ends it, and the next one follows
     */
    void eachObject(long object, int size, AddressRange heap, LongConsumer action) {
        Set<Long> seen = new HashSet<>();
        for (int at = 0; at < Math.min(size, MOST_HEAP_OBJECT) && mapped.isObject(object + at); at += WORD) {
            long pointer = memory.int64(object + at);
            if (mapped.isObject(pointer) && !heap.contains(pointer) && seen.add(pointer)) {
                examine(pointer, action);
            }
        }
    }

    private static List<AddressRange> some(List<AddressRange> bitmaps) {
        if (bitmaps.isEmpty()) {
            throw new UnreadableMemoryException("no marking bitmap was found");
        }
        return Addresses.joined(bitmaps);
    }

    private void addBitmaps(long from, long to, AddressRange heap, List<AddressRange> bitmaps) {
        long words = heap.size().value() / WORD;
        AddressRange searched = new AddressRange(from, Math.max(from, Math.min(to, mapped.endOfObjectOrStatic(from))));
        memory.each(heap.start(), searched, at -> {
            if (mapped.isObjectOrStatic(at + WORD) && word(at, 1) == words) {
                addBitmapsBeside(at, heap, bitmaps);
            }
        });
    }

    private void addBitmapsBeside(long covered, AddressRange heap, List<AddressRange> bitmaps) {
        long words = heap.size().value() / WORD;
        for (int at = 2; at < 2 + BITMAP_WORDS && mapped.isObjectOrStatic(covered + (at + 1L) * WORD); at++) {
            long map = word(covered, at);
            long bits = word(covered, at + 1);
            for (int shift = 0; shift <= MOST_SHIFT; shift++) {
                if (bits == words >> shift && map > 0 && map % PagedMemory.PAGE == 0) {
                    AddressRange range = new AddressRange(map, map + bits / Byte.SIZE);
                    if (!heap.overlaps(range) && mapped.covers(range)) {
                        bitmaps.add(range);
                        at++;
                        break;
                    }
                }
            }
        }
    }

    /** Calls back with each pointer to an object in the variables of libjvm.so, once. */
    private void eachPointer(LongConsumer action) {
        Set<Long> seen = new HashSet<>();
        for (AddressRange statics : mapped.statics()) {
            memory.eachPointer(statics, pointer -> {
                if (mapped.isObject(pointer) && mapped.isObject(pointer + WORD) && seen.add(pointer)) {
                    examine(pointer, action);
                }
            });
        }
    }

    /**
     * Calls back with a candidate. A word that looks like a pointer can lead to memory that the JVM returned after its
     * mappings were read, so memory that is missing there says that the candidate is none.
     */
    private static void examine(long candidate, LongConsumer action) {
        try {
            action.accept(candidate);
        } catch (UnreadableMemoryException.Unmapped e) {
            return;
        }
    }

    private long word(long object, int number) {
        return memory.int64(object + (long) number * WORD);
    }
}
