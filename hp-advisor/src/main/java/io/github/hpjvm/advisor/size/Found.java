package io.github.hpjvm.advisor.size;

/** Whether a host finds the pages by which a pool is to grow. */
public enum Found {
    /** The pool has them already. */
    THERE,
    /** There are free blocks of that size for all of them. */
    NOW,
    /** Memory must be compacted for some: read the number again after it was written, the kernel may have fewer. */
    AFTER_COMPACTION,
    /** Only before memory is in use: on the kernel's command line. */
    AT_BOOT,
    /** The host has not so much memory. */
    NOT_AT_ALL,
    /** What memory there is, is not known. */
    NOT_KNOWN
}
