package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One mapping of a process, as {@code /proc/PID/smaps} shows it ({@code fs/proc/task_mmu.c}, show_smap;
 * Documentation/filesystems/proc.rst).
 *
 * @param range the addresses
 * @param permissions such as {@code rw-p}
 * @param offset the offset into the mapped file, in bytes, unsigned
 * @param device such as {@code fe:00}
 * @param inode the inode of the mapped file, unsigned; 0 if there is none
 * @param path the file, or a name such as {@code [heap]}; empty for unnamed anonymous memory
 * @param sizes the numbers that tell size and backing
 * @param vmFlags the two-letter flags of the VmFlags line; empty if the kernel shows none
 */
public record Vma(
        AddressRange range,
        String permissions,
        long offset,
        String device,
        long inode,
        String path,
        VmaSizes sizes,
        Set<String> vmFlags) {

    private static final int SHARED_HUGETLB = 6;
    private static final int PRIVATE_HUGETLB = 7;
    private static final int ELIGIBLE = 8;

    public Vma {
        vmFlags = Set.copyOf(vmFlags);
    }

    /**
     * A mapping with its numbers by their smaps name.
     *
     * @param kib the numbers in KiB; and THPeligible, which is 0 or 1
     */
    public Vma(
            AddressRange range,
            String permissions,
            long offset,
            String device,
            long inode,
            String path,
            Map<String, Long> kib,
            Set<String> vmFlags) {
        this(range, permissions, offset, device, inode, path, VmaSizes.of(kib), vmFlags);
    }

    /** The printed numbers by their smaps name, in KiB. */
    public Map<String, Long> kib() {
        return sizes.byName();
    }

    /** Its resident bytes without hugetlb pages, which smaps counts apart (smaps_hugetlb_range). */
    public Bytes rss() {
        return Bytes.ofKiB(sizes.rss());
    }

    /** The bytes of anonymous memory that PMDs map: AnonHugePages. */
    public Bytes anonThp() {
        return Bytes.ofKiB(sizes.anonHuge());
    }

    /** The bytes that PMDs map: anonymous, shmem or file. Folios mapped by PTEs (mTHP) do not count. */
    public Bytes thp() {
        return anonThp().plus(Bytes.ofKiB(sizes.shmemHuge())).plus(Bytes.ofKiB(sizes.fileHuge()));
    }

    /** The bytes mapped from a hugetlb pool; zero also on kernels before 4.4, which do not print them ({@link #showsHugetlb}). */
    public Bytes hugetlb() {
        return sharedHugetlb().plus(privateHugetlb());
    }

    /** The bytes from a hugetlb pool that other processes map too. */
    public Bytes sharedHugetlb() {
        return Bytes.ofKiB(sizes.sharedHugetlb());
    }

    /** The bytes from a hugetlb pool that no other process maps. */
    public Bytes privateHugetlb() {
        return Bytes.ofKiB(sizes.privateHugetlb());
    }

    /** Returns whether this kernel prints the resident bytes of a hugetlb mapping: since 4.4. */
    public boolean showsHugetlb() {
        return sizes.shows(PRIVATE_HUGETLB) || sizes.shows(SHARED_HUGETLB);
    }

    /**
     * The page size of the mapping: the page size of the pool for hugetlb, else the base page size, also for THP
     * (vma_kernel_pagesize in {@code mm/hugetlb.c}). Zero if the kernel does not print it.
     */
    public Bytes pageSize() {
        return Bytes.ofKiB(sizes.pageSize());
    }

    /**
     * Returns whether the kernel may back it with a transparent huge page of any size: THPeligible. Empty on kernels
     * before 4.20, which do not print it.
     */
    public Optional<Boolean> thpEligible() {
        return sizes.shows(ELIGIBLE) ? Optional.of(sizes.eligible()) : Optional.empty();
    }

    /**
     * Returns whether it is private anonymous memory without advice about huge pages: VmFlags without ht, hg and nh.
     */
    boolean isPlain() {
        return inode == 0
                && permissions.endsWith("p")
                && path.isEmpty()
                && !vmFlags.isEmpty()
                && !isHugetlb()
                && !vmFlags.contains("hg")
                && !vmFlags.contains("nh");
    }

    /** Returns whether it contains a naturally aligned block of that size, a power of two. */
    boolean hasBlock(Bytes size) {
        long first = (range.start() + size.value() - 1) & -size.value();
        return Long.compareUnsigned(first, range.start()) >= 0
                && Long.compareUnsigned(first, range.end()) < 0
                && Long.compareUnsigned(range.end() - first, size.value()) >= 0;
    }

    /** Returns whether it is a hugetlb mapping: VmFlags {@code ht} (VM_HUGETLB). */
    public boolean isHugetlb() {
        return vmFlags.contains("ht");
    }
}
