package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Optional;

/**
 * The use of transparent huge pages of the PMD size by the kernel: for anonymous memory (thp_vma_allowable_orders in
 * {@code include/linux/huge_mm.h}), and for shared memory such as ZGC's heap (shmem_allowable_huge_orders in {@code
 * mm/shmem.c}).
 *
 * @param anonymous which anonymous memory gets them; empty if it is not known
 * @param shared which shared memory gets them; empty if it is not known
 * @param sharedUnmapped the same for memory that fallocate allocates without a mapping: then only the mode for all
 *     sizes counts
 * @param exceptAdvised whether prctl excludes the memory of the process that is not advised
 * @param pageSize their size
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

    private static final Bytes USUAL_SIZE = Bytes.ofMiB(2);

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
        boolean adviceOnly = launch.thpExclusion().equals(Optional.of(ThpExclusion.EXCEPT_ADVISED));
        return new KernelThp(
                policy.map(words -> eligible(words.effective()))
                        .map(word -> adviceOnly && word == Eligible.ALL ? Eligible.ADVISED : word),
                perSize.or(() -> policy.flatMap(ThpPolicy::shmemEnabled)).map(KernelThp::eligible),
                policy.flatMap(ThpPolicy::shmemEnabled).map(KernelThp::eligible),
                adviceOnly,
                size,
                policy,
                seen,
                policy.map(KernelThp::words)
                        .map(words -> adviceOnly ? words + EXCEPT_ADVISED : words)
                        .orElse("the policy for transparent huge pages is not known"),
                sharedWords(policy.flatMap(ThpPolicy::shmemEnabled), perSize, size));
    }

    private static String sharedWords(Optional<String> all, Optional<String> perSize, Bytes size) {
        String top = "transparent_hugepage/shmem_enabled is " + all.orElse("not present");
        return perSize.filter(word -> !all.equals(Optional.of(word)))
                .map(word -> top + ", but for pages of " + size + " it is " + word)
                .orElse(top);
    }

    private static KernelThp none(Bytes size, Optional<ThpPolicy> policy, Optional<ThpPolicy> seen, String why) {
        Optional<Eligible> none = Optional.of(Eligible.NONE);
        return new KernelThp(none, none, none, false, size, policy, seen, why, why);
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
