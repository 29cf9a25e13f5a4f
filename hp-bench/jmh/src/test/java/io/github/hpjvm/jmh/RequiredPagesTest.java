package io.github.hpjvm.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequiredPagesTest {
    private static final HeapPages THP = new HeapPages(256L << 20, 254L << 20, 0, false);
    private static final HeapPages POOL = new HeapPages(256L << 20, 0, 256L << 20, false);
    private static final HeapPages BASE = new HeapPages(256L << 20, 0, 0, false);
    private static final HeapPages BOTH = new HeapPages(256L << 20, 128L << 20, 128L << 20, false);

    @Test
    void acceptsTheRequiredKindOnly() {
        assertNull(failure("thp", THP));
        assertNotNull(failure("thp", POOL));
        assertNotNull(failure("thp", BASE));
        assertNull(failure("hugetlb", POOL));
        assertNotNull(failure("hugetlb", THP));
        assertNull(failure("any", THP));
        assertNull(failure("any", POOL));
        assertNull(failure("any", BOTH));
        assertNotNull(failure("thp", BOTH));
        assertNotNull(failure("any", BASE));
        assertNotNull(failure("any=1", new HeapPages(0, 0, 0, false)));
    }

    @Test
    void acceptsAShare() {
        assertNull(failure("thp=50", BOTH));
        assertNotNull(failure("thp=51", BOTH));
        assertNull(failure("thp=99", THP));
        assertNotNull(failure("thp=100", THP));
    }

    private static String failure(String text, HeapPages pages) {
        return RequiredPages.parse("require=" + text).failure(pages, RequestedPages.THP);
    }

    @Test
    void namesTheNextStep() {
        String missing = RequiredPages.parse("require=thp").failure(BASE, RequestedPages.NONE);
        assertTrue(missing.contains("request NONE: add -XX:+UseTransparentHugePages"), missing);
        String mode = RequiredPages.parse("require=thp").failure(BASE, RequestedPages.THP);
        assertTrue(mode.contains("transparent_hugepage/enabled must be madvise"), mode);
        String ofZ =
                RequiredPages.parse("require=any").failure(new HeapPages(256L << 20, 0, 0, true), RequestedPages.THP);
        assertTrue(ofZ.contains("shmem_enabled must be advise"), ofZ);
        String pool = RequiredPages.parse("require=hugetlb").failure(BASE, RequestedPages.HUGETLB);
        assertTrue(pool.contains("vm.nr_hugepages"), pool);
        String other = RequiredPages.parse("require=hugetlb").failure(THP, RequestedPages.THP);
        assertTrue(other.contains("request THP: add -XX:+UseLargePages"), other);
    }

    @Test
    void requiresNothingWithoutTheOption() {
        assertNull(RequiredPages.parse(""));
        assertEquals("require=any", RequiredPages.parse(" require=any;").toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"require", "require=", "require=base", "require=thp=0", "require=thp=101", "pages=thp", "thp"})
    void refusesOtherOptionsInOneLine(String options) {
        String message = assertThrows(IllegalArgumentException.class, () -> RequiredPages.parse(options))
                .getMessage();
        assertTrue(message.startsWith("hp: ") && message.lines().count() == 1, message);
    }
}
