package io.github.hpjvm.advisor.facts;

import java.util.Optional;
import java.util.Set;

/**
 * Who may take System V shared memory from a hugetlb pool: who has CAP_IPC_LOCK, and who is in the group of
 * {@code vm.hugetlb_shm_group} (can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c}). That group is 0 unless somebody sets it,
 * so whoever has the group of root may, and root without both may not. Up to 5.15 a large enough RLIMIT_MEMLOCK let others
 * in, too (commit 83c1fd763b32, "mm,hugetlb: remove mlock ulimit for SHM_HUGETLB").
 */
public final class SharedMemoryRight {

    /** Of {@code include/uapi/linux/capability.h}. */
    private static final int CAP_IPC_LOCK = 14;

    private SharedMemoryRight() {}

    /**
     * Whether that process has it; empty if what matters is not known, as of a kernel to which its limit of locked memory
     * matters.
     *
     * @param group {@code vm.hugetlb_shm_group}, if it is known
     */
    public static Optional<Boolean> of(ProcStatus process, Optional<Long> group, Optional<Kernel> kernel) {
        Optional<Boolean> capable = capable(process);
        if (capable.isEmpty() || capable.get()) {
            return capable;
        }
        Set<Long> groups = process.groups();
        if (groups.isEmpty() || group.isEmpty()) {
            return Optional.empty();
        }
        boolean member = groups.contains(group.get());
        boolean noOtherWay = kernel.flatMap(one -> one.isAtLeast(5, 16)).orElse(false);
        return member || noOtherWay ? Optional.of(member) : Optional.empty();
    }

    /**
     * Whether the process has CAP_IPC_LOCK; in a user namespace of its own it has that of the namespace, which does not
     * count, and a status does not tell the two apart.
     */
    public static Optional<Boolean> capable(ProcStatus process) {
        return process.capabilities().map(effective -> (effective >> CAP_IPC_LOCK & 1) == 1);
    }

    /** {@code vm.hugetlb_shm_group} of that host, if it is known. */
    public static Optional<Long> group(VmSysctls sysctls) {
        return sysctls.value("hugetlb_shm_group");
    }
}
