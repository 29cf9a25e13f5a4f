package io.github.hpjvm.advisor.term;

import java.util.Locale;

/** The regions of a JVM's memory. */
public enum RegionName {
    HEAP,
    /** All code heaps. */
    CODE,
    /** With the compressed class space. */
    METASPACE,
    /** Card tables, bitmaps, remembered sets. */
    GC,
    /** The archives of class data sharing. */
    CDS,
    /** The stacks of threads. */
    STACKS,
    /** Anonymous memory outside of the other regions: malloc, direct buffers. */
    NATIVE,
    /** Files that are mapped executable. */
    TEXT,
    /** Files that the program maps shared: indexes of Lucene, queues of Chronicle. */
    FILES;

    /** The name in reports and documents: lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
