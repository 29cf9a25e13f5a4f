package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Objects;
import java.util.Optional;

/**
 * A mounted hugetlbfs (Documentation/admin-guide/mm/hugetlbpage.rst, hugetlbfs_show_options in
 * {@code fs/hugetlbfs/inode.c}).
 *
 * @param path mount point
 * @param pageSize the size of its pages; empty on kernels that do not show it
 * @param size limit for all its files; empty if only the pool limits them
 * @param minSize size that is reserved for its files from the start; empty if nothing is reserved
 * @param uid the owner of its root; 0 unless given
 * @param gid the group of its root; 0 unless given
 * @param mode the permissions of its root in octal; 755 unless given
 * @param writable true if neither the mount nor its file system is read-only
 */
public record HugetlbMount(
        String path,
        Optional<Bytes> pageSize,
        Optional<Bytes> size,
        Optional<Bytes> minSize,
        long uid,
        long gid,
        String mode,
        boolean writable) {

    public HugetlbMount {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(pageSize, "pageSize");
        Objects.requireNonNull(size, "size");
        Objects.requireNonNull(minSize, "minSize");
        Objects.requireNonNull(mode, "mode");
    }
}
