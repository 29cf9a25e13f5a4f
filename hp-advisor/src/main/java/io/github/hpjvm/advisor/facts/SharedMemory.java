package io.github.hpjvm.advisor.facts;

import java.util.Optional;
import java.util.Set;

/**
 * Who may take System V shared memory from a hugetlb pool: who has CAP_IPC_LOCK, and who is in the group of
 * {@code vm.hugetlb_shm_group} (can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c}). That group is 0 unless somebody sets it,
 * so whoever has the group of root may, and root without both may not. RLIMIT_MEMLOCK let others in until 5.15 (commit
 * 83c1fd763b32, "mm,hugetlb: remove mlock ulimit for SHM_HUGETLB").
 */
public final class SharedMemory {

    /** Of {@code include/uapi/linux/capability.h}. */
    private static final int CAP_IPC_LOCK = 14;

    private SharedMemory() {}

    /**
     * Whether that process may; empty if its capabilities or its groups are not known and it matters.
     *
     * @param group {@code vm.hugetlb_shm_group}, if it is known
     */
    public static Optional<Boolean> allowed(ProcStatus process, Optional<Long> group) {
        Optional<Boolean> capable = capable(process);
        if (capable.isEmpty() || capable.get()) {
            return capable;
        }
        Set<Long> groups = process.groups();
        return groups.isEmpty() ? Optional.empty() : group.map(groups::contains);
    }

    /** Whether the process has CAP_IPC_LOCK in the namespace that it is in. */
    public static Optional<Boolean> capable(ProcStatus process) {
        return process.capabilities().map(effective -> (effective >> CAP_IPC_LOCK & 1) == 1);
    }

    /** {@code vm.hugetlb_shm_group} of that host, if it is known. */
    public static Optional<Long> group(VmSysctls sysctls) {
        return sysctls.value("hugetlb_shm_group");
    }
}
