package io.github.hpjvm.advisor.size;

/** Availability of the pages by which a pool must grow. */
public enum Found {
    /** The pool has the pages already. */
    THERE,
    /** There are enough free blocks of that size. */
    NOW,
    /**
     * The kernel must compact memory for some pages. Read the number back after writing it: the kernel may allocate
     * fewer.
     */
    AFTER_COMPACTION,
    /** The kernel can reserve the pages reliably only at boot, by its command line. */
    AT_BOOT,
    /** The host has too little memory. */
    NOT_AT_ALL,
    /** The available memory is unknown. */
    NOT_KNOWN
}
