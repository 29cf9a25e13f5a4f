package io.github.hpjvm.bench.evidence;

import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.bench.host.PoolPlan;
import io.github.hpjvm.bench.variant.Proof;
import io.github.hpjvm.bench.variant.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds out why a heap did not get the variant's pages, and which command corrects it. */
final class Remedy {
    /** Values of defrag with which a page fault takes base pages at once. */
    private static final Set<String> NO_WAITING = Set.of("never", "defer");

    private static final String THP = "/sys/kernel/mm/transparent_hugepage/";

    private final Variant variant;
    private final HostView host;
    private final boolean sharedHeap;

    /**
     * @param sharedHeap whether the heap is shared memory, which has its own THP modes
     */
    Remedy(Variant variant, HostView host, boolean sharedHeap) {
        this.variant = variant;
        this.host = host;
        this.sharedHeap = sharedHeap;
    }

    /** The cause, as far as the host shows it. */
    String why(Optional<List<String>> arguments) {
        Optional<String> dropped = arguments.flatMap(this::droppedFlag);
        if (dropped.isPresent()) {
            return dropped.get() + " did not reach the JVM: a program in between removed it";
        }
        return switch (variant.asks()) {
            case THP -> thpCause();
            case HUGETLB -> poolCause();
            default -> baselineCause();
        };
    }

    /**
     * The exact command; empty if none is known to help, as for a flag that did not reach the JVM.
     *
     * @param heap the address range of the heap
     */
    Optional<String> fix(Optional<List<String>> arguments, Bytes heap) {
        if (arguments.flatMap(this::droppedFlag).isPresent()) {
            return Optional.empty();
        }
        return switch (variant.asks()) {
            case THP -> thpFix(heap);
            case HUGETLB -> poolFix(heap);
            default -> baselineFix();
        };
    }

    private Optional<String> droppedFlag(List<String> arrived) {
        return variant.decidingArgument().filter(wanted -> !arrived.contains(wanted));
    }

    private String thpCause() {
        Optional<ThpPolicy> policy = host.thp().known();
        if (policy.isEmpty()) {
            return "the kernel has no transparent huge pages, or /sys is not readable";
        }
        if (!closed(policy.get()).isEmpty()) {
            return modes(policy.get());
        }
        if (!closedToShared(policy.get()).isEmpty()) {
            return "the heap of this collector is shared memory, and " + sharedModes(policy.get());
        }
        String defrag = policy.get().defrag();
        return "the mode permits them (" + modes(policy.get()) + ")"
                + (NO_WAITING.contains(defrag)
                        ? "; with defrag=" + defrag + " a page fault does not compact memory"
                        : "")
                + host.freeBlocks()
                        .map(free -> "; " + free + " blocks of that size were free")
                        .orElse("");
    }

    /** Memory is compacted only if too few blocks are free: else the cause is another. */
    private Optional<String> thpFix(Bytes heap) {
        return host.thp().known().flatMap(policy -> {
            List<String> commands = new ArrayList<>();
            closed(policy).forEach(file -> commands.add("echo madvise | sudo tee " + file));
            closedToShared(policy).forEach(file -> commands.add("echo " + file.value() + " | sudo tee " + file.path()));
            boolean enough = host.freeBlocks()
                    .filter(free -> policy.pmdSize().times(free).compareTo(heap) >= 0)
                    .isPresent();
            if (commands.isEmpty() && enough) {
                return Optional.empty();
            }
            return Optional.of(
                    commands.isEmpty()
                            ? "echo 1 | sudo tee /proc/sys/vm/compact_memory"
                            : String.join(" && ", commands));
        });
    }

    /** The files whose modes exclude a heap in shared memory, with the values to write; none for another heap. */
    private List<KernelFile> closedToShared(ThpPolicy policy) {
        if (!sharedHeap) {
            return List.of();
        }
        return ThpModes.allowShared(policy, host.thpSettings().known());
    }

    private String sharedModes(ThpPolicy policy) {
        return closedToShared(policy).stream()
                .map(file -> file.path() + " is " + file.was())
                .collect(Collectors.joining(", "));
    }

    /**
     * The files whose {@code never} excludes a JVM from transparent huge pages. The kernel reads only the mode of the
     * size, unless that is {@code inherit}; HotSpot from 17 on reads only the global mode and disables huge pages at
     * {@code never}.
     */
    private static List<String> closed(ThpPolicy policy) {
        List<String> files = new ArrayList<>();
        if (policy.enabled().equals("never")) {
            files.add(THP + "enabled");
        }
        if (policy.pmdEnabled().equals(Optional.of("never"))) {
            files.add(perSize(policy));
        }
        return files;
    }

    private static String allow(ThpPolicy policy, String mode) {
        boolean overruled =
                policy.pmdEnabled().filter(it -> !it.equals("inherit")).isPresent();
        return "echo " + mode + " | sudo tee " + (overruled ? perSize(policy) : THP + "enabled");
    }

    private static String perSize(ThpPolicy policy) {
        return THP + "hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled";
    }

    private static String modes(ThpPolicy policy) {
        return THP + "enabled is " + policy.enabled()
                + policy.pmdEnabled()
                        .map(mode -> ", hugepages-" + policy.pmdSize().value() / 1024 + "kB/enabled is " + mode)
                        .orElse("");
    }

    private String poolCause() {
        if (host.pool().isEmpty()) {
            return "the kernel has no hugetlb pool of this page size";
        }
        HugePool pool = host.pool().get();
        String available = available(pool);
        return host.bill()
                .map(bill -> available + "; this JVM needs " + bill.max())
                .orElse(available);
    }

    /** States how many pages of the pool are available, and how many surplus ones overcommit allows. */
    static String available(HugePool pool) {
        String pages = pool.usable() == 0
                ? "no available pages"
                : pool.usable() == 1 ? "1 available page" : pool.usable() + " available pages";
        String surplus = pool.overcommitRoom() == 0 ? "" : ", and " + pool.overcommitRoom() + " more by overcommit";
        return "the pool of " + pool.pageSize() + " pages has " + pages + surplus;
    }

    private Optional<String> poolFix(Bytes heap) {
        if (host.pool().isEmpty()) {
            return Optional.empty();
        }
        HugePool pool = host.pool().get();
        if (variant.proof() instanceof Proof.HeapPages) {
            return largePoolFix(pool, heap);
        }
        if (host.bill().isEmpty()) {
            return Optional.empty();
        }
        PoolBill bill = host.bill().get();
        long missing = bill.max() - pool.usable();
        return missing <= 0
                ? Optional.empty()
                : Optional.of("sudo sysctl -w vm.nr_hugepages=" + (pool.total() + missing));
    }

    /** A pool of another page size than the default has no sysctl. */
    private static Optional<String> largePoolFix(HugePool pool, Bytes heap) {
        long page = pool.pageSize().value();
        long missing = -Math.floorDiv(-heap.value(), page) - pool.usable();
        Path file = PoolPlan.file(page, 0);
        return missing <= 0
                ? Optional.empty()
                : Optional.of("echo " + (pool.total() + missing) + " | sudo tee " + file);
    }

    private String baselineCause() {
        return host.thp()
                .known()
                .map(policy -> modes(policy) + (host.thpDenied() ? "" : " and PR_SET_THP_DISABLE was not set"))
                .orElse("the kernel has no transparent huge pages, or /sys is not readable");
    }

    private Optional<String> baselineFix() {
        return host.thp()
                .known()
                .filter(policy -> policy.effective().equals("always"))
                .map(policy -> allow(policy, "madvise"));
    }
}
