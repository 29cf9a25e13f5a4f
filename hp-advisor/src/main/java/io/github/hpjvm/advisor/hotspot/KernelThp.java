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
 * The use of transparent huge pages by the kernel, of the PMD size or, where that is never used, of the largest size below
 * it: for anonymous memory (thp_vma_allowable_orders in {@code include/linux/huge_mm.h}), and for shared memory such as
 * ZGC's heap (shmem_allowable_huge_orders in {@code mm/shmem.c}).
 *
 * @param anonymous which anonymous memory gets them; empty if it is not known
 * @param shared which shared memory gets them; empty if it is not known
 * @param sharedUnmapped the same for memory that fallocate allocates without a mapping: then only the mode for all
 *     sizes counts
 * @param exceptAdvised whether prctl excludes the memory of the process that is not advised
 * @param pageSize their size
 * @param smaller the largest smaller size that anonymous memory may have where a page of that size does not fit
 * @param policy the modes in the files; empty if they are not known or the kernel has none
 * @param seen the modes in the files that the JVM reads; empty as above
 * @param why what decides, for people
 * @param whyShared the same for shared memory
 */
record KernelThp(
        Optional<Eligible> anonymous,
        Optional<Eligible> shared,
        Optional<Eligible> sharedUnmapped,
        boolean exceptAdvised,
        Bytes pageSize,
        Optional<Bytes> smaller,
        Optional<ThpPolicy> policy,
        Optional<ThpPolicy> seen,
        String why,
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
        Bytes size = policy.map(ThpPolicy::pmdSize).filter(PageSizes::exists).orElse(USUAL_SIZE);
        if (launch.thpExclusion().equals(Optional.of(ThpExclusion.ALL))) {
            return none(size, policy, seen, "prctl(PR_SET_THP_DISABLE) applies to this process and its children");
        }
        if (host.hasNoThp()) {
            return none(size, policy, seen, "this kernel has no transparent huge pages");
        }
        Optional<String> perSize = host.thpSettings()
                .known()
                .flatMap(settings -> settings.size(size))
                .flatMap(ThpSize::effectiveShmem);
        boolean cached =
                policy.map(words -> words.pageCacheHas(host.basePage().known())).orElse(true);
        boolean adviceOnly = launch.thpExclusion().equals(Optional.of(ThpExclusion.EXCEPT_ADVISED));
        Optional<Eligible> shared = perSize.or(() -> policy.flatMap(ThpPolicy::shmemEnabled))
                .map(word -> cached ? eligible(word) : Eligible.NONE);
        Optional<ThpSize> below = largestBelow(size, host);
        Optional<ThpSize> small = shared.filter(word -> word != Eligible.NONE).isPresent()
                ? Optional.empty()
                : policy.filter(words -> eligible(words.effective()) == Eligible.NONE)
                        .flatMap(words -> below);
        return new KernelThp(
                small.flatMap(ThpSize::effective)
                        .or(() -> policy.map(ThpPolicy::effective))
                        .map(KernelThp::eligible)
                        .map(word -> adviceOnly && word == Eligible.ALL ? Eligible.ADVISED : word),
                shared,
                policy.flatMap(ThpPolicy::shmemEnabled).map(word -> cached ? eligible(word) : Eligible.NONE),
                adviceOnly,
                small.map(ThpSize::pageSize).orElse(size),
                small.isPresent() ? Optional.empty() : below.map(ThpSize::pageSize),
                policy,
                seen,
                policy.map(words -> small.map(one -> words(one, words)).orElseGet(() -> words(words)))
                        .map(words -> adviceOnly ? words + EXCEPT_ADVISED : words)
                        .orElse("the policy for transparent huge pages is not known"),
                cached
                        ? sharedWords(policy.flatMap(ThpPolicy::shmemEnabled), perSize, size)
                        : "the page cache of this kernel has no pages of " + size);
    }

    /**
     * Returns the largest size below the PMD size that anonymous memory may have. A page fault tries the largest first
     * (alloc_anon_folio in {@code mm/memory.c}; 6.8 and newer).
     */
    private static Optional<ThpSize> largestBelow(Bytes pmd, Host host) {
        return host.thpSettings().known().map(ThpSettings::sizes).orElse(List.of()).stream()
                .filter(one -> one.pageSize().compareTo(pmd) < 0)
                .filter(one -> one.effective()
                        .filter(word -> eligible(word) != Eligible.NONE)
                        .isPresent())
                .max(Comparator.comparing(ThpSize::pageSize));
    }

    private static String words(ThpSize size, ThpPolicy policy) {
        String mode = size.enabled().orElse("not known");
        return "transparent_hugepage/hugepages-" + (size.pageSize().value() >> 10) + "kB/enabled is " + mode
                + (mode.equals("inherit") ? ", and transparent_hugepage/enabled is " + policy.enabled() : "");
    }

    private static String sharedWords(Optional<String> all, Optional<String> perSize, Bytes size) {
        String top = "transparent_hugepage/shmem_enabled is " + all.orElse("not present");
        return perSize.filter(word -> !all.equals(Optional.of(word)))
                .map(word -> top + ", but for pages of " + size + " it is " + word)
                .orElse(top);
    }

    private static KernelThp none(Bytes size, Optional<ThpPolicy> policy, Optional<ThpPolicy> seen, String why) {
        Optional<Eligible> none = Optional.of(Eligible.NONE);
        return new KernelThp(none, none, none, false, size, Optional.empty(), policy, seen, why, why);
    }

    private static Eligible eligible(String mode) {
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
