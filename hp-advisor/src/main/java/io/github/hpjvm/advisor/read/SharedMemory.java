package io.github.hpjvm.advisor.read;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmSysctls;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Who may take System V shared memory from a hugetlb pool: can_do_hugetlb_shm in {@code fs/hugetlbfs/inode.c}. */
final class SharedMemory {

    private static final int CAP_IPC_LOCK = 14;

    private SharedMemory() {}

    /** Whether a process may: with CAP_IPC_LOCK, or in the group of {@code vm.hugetlb_shm_group}; empty if not known. */
    static Optional<Boolean> allowed(Optional<ProcStatus> status, Host host) {
        Optional<Boolean> capable =
                status.flatMap(s -> s.field("CapEff")).map(caps -> new BigInteger(caps, 16).testBit(CAP_IPC_LOCK));
        if (capable.isEmpty() || capable.get()) {
            return capable;
        }
        Optional<Long> group = host.vm().known().flatMap((VmSysctls vm) -> vm.value("hugetlb_shm_group"));
        return group.map(id -> groups(status.get()).anyMatch(id.toString()::equals));
    }

    private static Stream<String> groups(ProcStatus status) {
        return Stream.of("Gid", "Groups")
                .flatMap(name -> Arrays.stream(status.field(name).orElse("").split("\\s+")));
    }
}
