package io.github.hpjvm.advisor.facts;

import java.util.Optional;
import java.util.Set;

/**
 * The permission to take System V shared memory from a hugetlb pool. A process needs CAP_IPC_LOCK, or must be in the group of
 * {@code vm.hugetlb_shm_group} (can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c}). That group is 0 by default, so a process
 * in the group of root has the permission, and root without both has not. Up to 5.15 a large enough RLIMIT_MEMLOCK sufficed
 * as well (commit 83c1fd763b32, "mm,hugetlb: remove mlock ulimit for SHM_HUGETLB").
 */
public final class SharedMemoryRight {

    /** Of {@code include/uapi/linux/capability.h}. */
    private static final int CAP_IPC_LOCK = 14;

    private SharedMemoryRight() {}

    /**
     * Returns whether that process has it; empty if a fact is missing, as on a kernel that considers the limit of
     * locked memory.
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
     * Returns whether the process has CAP_IPC_LOCK. In a user namespace of its own it has the capability of that
     * namespace, which does not count. The status does not distinguish the two.
     */
    public static Optional<Boolean> capable(ProcStatus process) {
        return process.capabilities().map(effective -> (effective >> CAP_IPC_LOCK & 1) == 1);
    }

    /** {@code vm.hugetlb_shm_group} of that host, if it is known. */
    public static Optional<Long> group(VmSysctls sysctls) {
        return sysctls.value("hugetlb_shm_group");
    }
}
