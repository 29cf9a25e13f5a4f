package io.github.hpjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapRangeTest {

    private static String range(String text) {
        HeapRange range = HeapRange.of(text);
        return Long.toHexString(range.start) + "-" + Long.toHexString(range.end);
    }

    @Test
    void readsG1() {
        assertEquals(
                "c0000000-100000000",
                range(" garbage-first heap   total 262144K, used 1024K [0x00000000c0000000, 0x0000000100000000)\n"
                        + "  region size 1024K, 3 young (3072K), 0 survivors (0K)\n"
                        + " Metaspace       used 5010K, committed 5184K, reserved 1114112K\n"));
        assertEquals(
                "80000000-100000000",
                range(" garbage-first heap   total 262144K, used 9K [0x80000000, 0x80100800, 0x100000000)\n"));
    }

    @Test
    void joinsGenerationsInEitherOrder() {
        assertEquals(
                "f0000000-100000000",
                range(
                        " def new generation   total 78656K, used 0K [0x00000000f0000000, 0x00000000f5550000, 0x00000000f5550000)\n"
                                + "  eden space 69952K,   2% used [0x00000000f0000000, 0x00000000f01a, 0x00000000f4450000)\n"
                                + " tenured generation   total 174784K, used 0K [0x00000000f5550000, 0x0000000100000000, 0x0000000100000000)\n"));
        assertEquals(
                "f0000000-100000000",
                range(
                        " PSYoungGen      total 76288K, used 7K [0x00000000fab00000, 0x0000000100000000, 0x0000000100000000)\n"
                                + "  eden space 65536K, 10% used [0x00000000fab00000,0x00000000fb15,0x00000000feb00000)\n"
                                + " ParOldGen       total 175104K, used 0K [0x00000000f0000000, 0x00000000fab00000, 0x00000000fab00000)\n"));
    }

    @Test
    void readsShenandoahAndEpsilon() {
        assertEquals(
                "f0000000-100000000",
                range("Shenandoah Heap\n 256M max, 256M soft max\nStatus: \nReserved region:\n"
                        + " - [0x00000000f0000000, 0x0000000100000000) \nCollection set:\n"));
        assertEquals(
                "f0000000-100000000",
                range("Epsilon Heap\nAllocation space:\n"
                        + "  space 262144K,   0% used [0x00000000f0000000, 0x00000000f0150, 0x0000000100000000)\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ZHeap           used 34M, capacity 256M, max capacity 256M",
                " def new generation total 1K, used 0K [0x10, 0x20, 0x20)",
                " def new generation [0x10, 0x20, 0x20)\n tenured generation [0x40, 0x50, 0x50)",
                " garbage-first heap [0x20, 0x10)",
                " garbage-first heap [0xno, 0x10)",
                " garbage-first heap [0x10",
            })
    void returnsNullForOtherTexts(String text) {
        assertNull(HeapRange.of(text));
    }
}
