package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The use of transparent huge pages by the kernel: for anonymous memory (thp_vma_allowable_orders in {@code
 * include/linux/huge_mm.h}), and for shared memory such as ZGC's heap (shmem_allowable_huge_orders in {@code mm/shmem.c}).
 * Each size has modes of its own, so the largest size depends on the memory.
 *
 * @param advised what anonymous memory with MADV_HUGEPAGE gets
 * @param unadvised what anonymous memory without it gets
 * @param shared which shared memory gets pages of {@code sharedSize}; empty if it is not known
 * @param sharedUnmapped which memory that fallocate allocates without a mapping gets pages of the PMD size: then only the
 *     mode for all sizes counts
 * @param exceptAdvised whether prctl excludes the memory of the process that is not advised
 * @param pmdSize the size that one PMD maps
 * @param sharedSize the largest size that shared memory gets; the PMD size if it gets none
 * @param policy the modes in the files; empty if they are not known or the kernel has none
 * @param seen the modes in the files that the JVM reads; empty as above
 * @param whyShared what decides for shared memory, for people
 */
record KernelThp(
        ThpGrant advised,
        ThpGrant unadvised,
        Optional<Eligible> shared,
        Optional<Eligible> sharedUnmapped,
        boolean exceptAdvised,
        Bytes pmdSize,
        Bytes sharedSize,
        Optional<ThpPolicy> policy,
        Optional<ThpPolicy> seen,
        String whyShared) {

    /** The memory that is eligible for huge pages. */
    enum Eligible {
        NONE,
        /** Memory with MADV_HUGEPAGE. */
        ADVISED,
        ALL
    }

    static final String EXCEPT_ADVISED =
            ", but prctl(PR_SET_THP_DISABLE) excludes memory of this process that is not advised";

    /** The PMD size of x86-64, and of aarch64 with base pages of 4 KiB. */
    static final Bytes USUAL_SIZE = Bytes.ofMiB(2);

    static KernelThp of(Launch launch, Host host) {
        Optional<ThpPolicy> policy = host.thp().known();
        Optional<ThpPolicy> seen = SeenHost.of(launch, host).thp().known();
        Bytes pmd = policy.map(ThpPolicy::pmdSize).filter(PageSizes::exists).orElse(USUAL_SIZE);
        // Such a kernel shows each process as excluded (task_thp_status in fs/proc/array.c).
        if (host.hasNoThp()) {
            return none(pmd, policy, seen, "this kernel has no transparent huge pages");
        }
        if (launch.thpExclusion().equals(Optional.of(ThpExclusion.ALL))) {
            return none(pmd, policy, seen, "prctl(PR_SET_THP_DISABLE) applies to this process and its children");
        }
        boolean adviceOnly = launch.thpExclusion().equals(Optional.of(ThpExclusion.EXCEPT_ADVISED));
        List<ThpSize> sizes = host.thpSettings().known().map(ThpSettings::sizes).orElse(List.of());
        SharedThp shared = SharedThp.of(policy, pmd, sizes, host);
        return new KernelThp(
                grant(true, policy, pmd, sizes, adviceOnly),
                grant(false, policy, pmd, sizes, adviceOnly),
                shared.mapped(),
                shared.unmapped(),
                adviceOnly,
                pmd,
                shared.size(),
                policy,
                seen,
                shared.why());
    }

    /**
     * Returns what anonymous memory gets. A page fault tries the largest size first (alloc_anon_folio in {@code mm/memory.c};
     * 6.8 and newer). A size in mode madvise counts only for memory with VM_HUGEPAGE.
     */
    private static ThpGrant grant(
            boolean advised, Optional<ThpPolicy> policy, Bytes pmd, List<ThpSize> sizes, boolean adviceOnly) {
        if (policy.isEmpty()) {
            return new ThpGrant(
                    Optional.empty(), pmd, Optional.empty(), "the policy for transparent huge pages is not known");
        }
        String top = words(policy.get());
        String suffix = adviceOnly ? EXCEPT_ADVISED : "";
        if (adviceOnly && !advised) {
            return new ThpGrant(Optional.of(false), pmd, Optional.empty(), top + suffix);
        }
        List<ThpSize> below = sizes.stream()
                .filter(one -> one.pageSize().compareTo(pmd) < 0)
                .filter(one -> one.effective()
                        .filter(word -> includes(eligible(word), advised))
                        .isPresent())
                .sorted(Comparator.comparing(ThpSize::pageSize).reversed())
                .toList();
        if (includes(eligible(policy.get().effective()), advised)) {
            return new ThpGrant(Optional.of(true), pmd, size(below, 0), top + suffix);
        }
        return below.isEmpty()
                ? new ThpGrant(Optional.of(false), pmd, Optional.empty(), top + suffix)
                : new ThpGrant(
                        Optional.of(true),
                        below.get(0).pageSize(),
                        size(below, 1),
                        words(below.get(0), policy.get()) + suffix);
    }

    private static boolean includes(Eligible word, boolean advised) {
        return word == Eligible.ALL || advised && word == Eligible.ADVISED;
    }

    private static Optional<Bytes> size(List<ThpSize> sizes, int index) {
        return sizes.stream().skip(index).map(ThpSize::pageSize).findFirst();
    }

    private static String words(ThpSize size, ThpPolicy policy) {
        String mode = size.enabled().orElse("not known");
        return "transparent_hugepage/hugepages-" + (size.pageSize().value() >> 10) + "kB/enabled is " + mode
                + (mode.equals("inherit") ? ", and transparent_hugepage/enabled is " + policy.enabled() : "");
    }

    private static KernelThp none(Bytes pmd, Optional<ThpPolicy> policy, Optional<ThpPolicy> seen, String why) {
        Optional<Eligible> none = Optional.of(Eligible.NONE);
        ThpGrant nothing = new ThpGrant(Optional.of(false), pmd, Optional.empty(), why);
        return new KernelThp(nothing, nothing, none, none, false, pmd, pmd, policy, seen, why);
    }

    static Eligible eligible(String mode) {
        return switch (mode) {
            case "always", "within_size", "force" -> Eligible.ALL;
            case "madvise", "advise" -> Eligible.ADVISED;
            default -> Eligible.NONE;
        };
    }

    private static String words(ThpPolicy policy) {
        String top = "transparent_hugepage/enabled is " + policy.enabled();
        return policy.pmdEnabled()
                .filter(word -> !word.equals("inherit"))
                .map(word -> top + ", but for pages of " + policy.pmdSize() + " it is " + word)
                .orElse(top);
    }

    /** Returns what anonymous memory with MADV_HUGEPAGE gets, or without it. */
    ThpGrant to(boolean withAdvice) {
        return withAdvice ? advised : unadvised;
    }

    /** Returns whether MADV_HUGEPAGE makes no difference: memory without it gets pages of the same size. */
    boolean ignoresAdvice() {
        return unadvised.given() && unadvised.pageSize().equals(advised.pageSize());
    }

    /** Returns which shared memory gets them according to the mode that the JVM reads; empty if that is not known. */
    @SuppressWarnings("OptionalMapToOptional") // unknown modes differ from known modes without those of shared memory
    Optional<Eligible> sharedAsSeen() {
        return seen.map(ThpPolicy::shmemEnabled).equals(policy.map(ThpPolicy::shmemEnabled))
                ? sharedUnmapped
                : seen.map(
                        words -> words.shmemEnabled().map(KernelThp::eligible).orElse(Eligible.NONE));
    }

    /**
     * Returns whether the top-level file contains madvise. Only in this mode do 22 and newer call madvise
     * (JDK-8319969).
     */
    boolean saysMadvise() {
        return seen.map(ThpPolicy::enabled).filter("madvise"::equals).isPresent();
    }

    /**
     * Returns whether a page fault compacts memory when no huge page is free; {@code advised} is the memory of
     * MADV_HUGEPAGE.
     */
    Optional<Boolean> compactsAtFault(boolean advised) {
        return policy.map(words -> words.defrag().equals("always")
                || advised && List.of("madvise", "defer+madvise").contains(words.defrag()));
    }
}
