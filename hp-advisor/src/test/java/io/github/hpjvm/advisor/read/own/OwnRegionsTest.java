package io.github.hpjvm.advisor.read.own;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The memory of the JVM that we run in. */
class OwnRegionsTest {

    /** Names of mappings in maps: with -XX:+UseSHM a heap is shared memory of System V. */
    @ParameterizedTest
    @CsvSource({
        "/anon_hugepage (deleted), true",
        "/memfd:java_heap.hugetlb (deleted), true",
        "/SYSV00000000 (deleted), true",
        "/memfd:java_heap (deleted), false",
        "[heap], false",
        "'', false"
    })
    void namesOfMemoryOfAPool(String path, boolean pool) {
        assertEquals(pool, OwnRegions.isOfPool(path));
    }
}
