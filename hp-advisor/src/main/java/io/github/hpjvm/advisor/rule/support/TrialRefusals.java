package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The reasons that forbid a change of the pages of a JVM. Each reason is one sentence: what is wrong, then what to do. */
public final class TrialRefusals {
    /**
     * Largest huge page whose copy is a short stall: MADV_COLLAPSE copies a whole page while threads that touch it wait
     * (collapse_huge_page in {@code mm/khugepaged.c}). At 4 GB/s 2 MiB take half a millisecond, 32 MiB 8, and 512 MiB 130. A
     * bound of this program, not a size that is assumed: the host's own size is compared with it.
     */
    private static final Bytes MOST_BLOCK = Bytes.ofMiB(2);

    /** Modes of shared memory in which the kernel gives huge pages to a memfd on request. */
    private static final Set<String> SHARED_MODES = Set.of("always", "within_size", "advise", "force");

    /** Modes in which only memory that opts in has huge pages. */
    private static final Set<String> ADVISED = Set.of("madvise", "advise");

    private TrialRefusals() {}

    /**
     * Returns the first reason; empty if there is none.
     *
     * @param facts of the host and of this JVM
     */
    public static Optional<String> of(Facts facts, Jvm jvm, List<RegionName> regions) {
        return kernel(facts)
                .or(() -> process(jvm))
                .or(() -> hugetlb(jvm, regions))
                .or(() -> shared(facts, jvm, regions))
                .or(() -> mappedOften(jvm, regions));
    }

    /** Returns the first reason that forbids a split of huge pages. It needs no mode of the host in which they may be made. */
    public static Optional<String> ofSplit(Facts facts, Jvm jvm, List<RegionName> regions) {
        return kernel(facts)
                .or(() -> otherVm(jvm))
                .or(() -> hugetlb(jvm, regions))
                .or(() -> mappedOften(jvm, regions));
    }

    /**
     * Returns why a trial of the heap is impossible, as far as these facts say; empty if nothing is known against it.
     *
     * @param facts of the host and of this JVM
     */
    public static Optional<String> ofTrial(Facts facts, Jvm jvm) {
        List<RegionName> heap = List.of(RegionName.HEAP);
        return of(facts, jvm, heap)
                .or(() -> smallerPages(facts, jvm, heap).stream()
                        .findFirst()
                        .map(size -> "the host enables huge pages of " + size + " for the heap"))
                .or(() -> jvm.status()
                        .known()
                        .flatMap(status -> status.size("VmLck"))
                        .filter(locked -> !locked.isZero())
                        .map(locked -> "the process has locked " + locked + " of its memory"));
    }

    /** The heap of ZGC without generations is mapped three times: {@code ZPhysicalMemoryManager} of JDK 21. */
    private static Optional<String> mappedOften(Jvm jvm, List<RegionName> regions) {
        boolean often = regions.contains(RegionName.HEAP)
                && jvm.identity().known().flatMap(VmIdentity::gc).equals(Optional.of(Collector.ZGC));
        return often ? Optional.of(mappedOften(jvm.pid())) : Optional.empty();
    }

    /** The refusal of a heap that is mapped several times. */
    public static String mappedOften(long pid) {
        return "process " + pid + " maps its heap several times, as the ZGC without generations does (JDK 21 and 22"
                + " without -XX:+ZGenerational, JDK 23 with -XX:-ZGenerational, and before); the kernel does not split"
                + " such pages";
    }

    private static Optional<String> kernel(Facts facts) {
        Optional<Kernel> kernel = facts.host().kernel().known();
        if (!kernel.flatMap(it -> it.isAtLeast(6, 1)).orElse(false)) {
            return Optional.of("the kernel must be 6.1 or newer, and this one is "
                    + kernel.map(Kernel::release).orElse("unknown")
                    + ": it cannot collapse the pages of another process");
        }
        Optional<ThpPolicy> thp = facts.host().thp().known();
        if (thp.isEmpty()) {
            return Optional.of(
                    "this kernel has no transparent huge pages, or their files cannot be read: see hp-cli host");
        }
        Bytes size = thp.get().pmdSize();
        return size.compareTo(MOST_BLOCK) > 0
                ? Optional.of(
                        "a huge page of this host has " + size + ", and a copy of it would stall the JVM too long")
                : Optional.empty();
    }

    private static Optional<String> process(Jvm jvm) {
        Optional<String> other = otherVm(jvm);
        if (other.isPresent()) {
            return other;
        }
        boolean excluded = jvm.status().known().flatMap(ProcStatus::thpEnabled).equals(Optional.of(false));
        return excluded
                ? Optional.of(
                        "process " + jvm.pid()
                                + " is excluded from transparent huge pages by prctl(PR_SET_THP_DISABLE); start it without that")
                : Optional.empty();
    }

    /** Returns why the pages of a process that is not a HotSpot JVM cannot be changed; empty if it is one. */
    public static Optional<String> otherVm(Jvm jvm) {
        return jvm.identity().known().filter(VmIdentity::isHotSpot).isPresent()
                ? Optional.empty()
                : Optional.of("process " + jvm.pid() + " is not a HotSpot JVM; hp-cli jvms lists them");
    }

    private static Optional<String> hugetlb(Jvm jvm, List<RegionName> regions) {
        return regions.stream()
                .filter(region -> jvm.region(region).backing().known().stream()
                        .flatMap(backing -> backing.pages().stream())
                        .anyMatch(pages -> pages.kind() == PageKind.HUGETLB))
                .findFirst()
                .map(region -> "the region " + region
                        + " is on hugetlb pages, which can be neither split nor collapsed; measure it with hp-cli try");
    }

    /**
     * Returns why a split of huge pages is impossible; empty if none of these mappings is locked. MADV_COLLAPSE copies locked
     * pages, and MADV_COLD, which splits, refuses them (can_madv_lru_vma in {@code mm/madvise.c}). A lock is on whole mappings, so
     * one that is larger than all locked memory is not locked.
     *
     * @param locked size of the locked mappings of the process: {@code VmLck}
     * @param mappings those that are to be split; none if they are unknown
     */
    public static Optional<String> locked(long pid, Optional<Bytes> locked, List<AddressRange> mappings) {
        boolean unlocked = locked.filter(Bytes::isZero).isPresent()
                || locked.isPresent()
                        && !mappings.isEmpty()
                        && mappings.stream().allMatch(mapping -> mapping.size().compareTo(locked.get()) > 0);
        return unlocked
                ? Optional.empty()
                : Optional.of("process " + pid + " has locked "
                        + locked.map(Bytes::toString).orElse("an unknown part")
                        + " of its memory (mlock, as bootstrap.memory_lock of Elasticsearch does), and the kernel does"
                        + " not split locked huge pages");
    }

    /**
     * Returns the sizes below that of a block that the kernel may have given to these regions. They count as base pages, and a
     * split of a huge page does not bring them back.
     */
    public static List<Bytes> smallerPages(Facts facts, Jvm jvm, List<RegionName> regions) {
        Optional<ThpPolicy> policy = facts.host().thp().known();
        boolean requested = jvm.flags()
                .known()
                .map(flags -> flags.get("UseTransparentHugePages"))
                .map(flag -> !flag.value().equals("false"))
                .orElse(true);
        // The generational ZGC gives advice in any mode of private memory.
        boolean privateOptsIn = requested
                && policy.map(it -> ThpModes.optsIn(jvm.identity().known().flatMap(VmIdentity::release), it))
                        .orElse(true);
        boolean shared = jvm.identity()
                .known()
                .flatMap(VmIdentity::gc)
                .filter(Collector::isZ)
                .isPresent();
        return facts.host().thpSettings().known().map(ThpSettings::sizes).orElse(List.of()).stream()
                .filter(size -> policy.filter(it -> size.pageSize().compareTo(it.pmdSize()) < 0)
                        .isPresent())
                .filter(size -> regions.stream().anyMatch(region -> {
                    boolean ofFile = shared && region == RegionName.HEAP;
                    boolean optsIn = ofFile ? requested : privateOptsIn;
                    return (ofFile ? size.effectiveShmem() : size.effective())
                            .filter(mode -> !mode.equals("never") && (optsIn || !ADVISED.contains(mode)))
                            .isPresent();
                }))
                .map(ThpSize::pageSize)
                .toList();
    }

    private static Optional<String> shared(Facts facts, Jvm jvm, List<RegionName> regions) {
        Optional<Collector> gc = jvm.identity().known().flatMap(VmIdentity::gc);
        if (!regions.contains(RegionName.HEAP) || gc.filter(Collector::isZ).isEmpty()) {
            return Optional.empty();
        }
        ThpPolicy policy = facts.host().thp().known().orElseThrow();
        Optional<String> ofSize = facts.host()
                .thpSettings()
                .known()
                .flatMap(settings -> settings.size(policy.pmdSize()))
                .flatMap(ThpSize::shmemEnabled);
        Optional<ThpModes.Shmem> modes = ThpModes.Shmem.of(policy, ofSize);
        if (modes.map(ThpModes.Shmem::effective).filter(SHARED_MODES::contains).isPresent()) {
            return Optional.empty();
        }
        String allows = modes.map(ThpModes.Shmem::allow).orElse(List.of()).stream()
                .map(file -> Setting.command(file.value(), file.path().toString()))
                .collect(Collectors.joining("; "));
        return Optional.of("the heap of ZGC is shared memory, and its mode on this host is "
                + modes.map(ThpModes.Shmem::effective).orElse("unknown") + (allows.isEmpty() ? "" : ": " + allows));
    }
}
