package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.hotspot.KernelThp.Eligible;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.First;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The transparent huge pages of shared memory. Those that are no file of a tmpfs may also have a smaller size than the PMD
 * size, each with a mode of its own, since 6.11 (shmem_allowable_huge_orders in {@code mm/shmem.c}). A size without a file
 * for that is not offered to shared memory.
 *
 * @param mapped which memory gets them at a page fault; empty if it is not known
 * @param unmapped which memory gets pages of the PMD size from fallocate without a mapping; empty as above
 * @param size the largest size at a page fault; the PMD size if there is none
 * @param why what decides, for people
 */
record SharedThp(Optional<Eligible> mapped, Optional<Eligible> unmapped, Bytes size, String why) {

    static SharedThp of(Optional<ThpPolicy> policy, Bytes pmd, List<ThpSize> sizes, Host host) {
        Optional<String> all = policy.flatMap(ThpPolicy::shmemEnabled);
        Optional<String> ofPmd =
                First.of(sizes, one -> one.pageSize().equals(pmd)).flatMap(ThpSize::effectiveShmem);
        Optional<Boolean> cached = policy.map(words -> words.pageCacheHas(
                        host.basePage().known(), host.kernel().known()))
                .orElse(Optional.of(true));
        Optional<Eligible> unmapped = all.flatMap(word -> cached(word, cached));
        Optional<Eligible> mapped = ofPmd.or(() -> all).flatMap(word -> cached(word, cached));
        Optional<ThpSize> below = mapped.filter(word -> word == Eligible.NONE)
                .flatMap(nothing -> sizes.stream()
                        .filter(one -> one.pageSize().compareTo(pmd) < 0)
                        .filter(one -> one.shmemEnabled().isPresent() && eligible(one) != Eligible.NONE)
                        .max(Comparator.comparing(ThpSize::pageSize)));
        if (below.isPresent()) {
            Bytes size = below.get().pageSize();
            return new SharedThp(
                    below.map(SharedThp::eligible),
                    unmapped,
                    size,
                    words(all, below.get().effectiveShmem(), size));
        }
        String why = cached.isEmpty()
                ? "whether the page cache of this kernel has pages of " + pmd
                        + " is not known (commit 9fd154ba926b of 6.10 and of some older updates)"
                : cached.get() ? words(all, ofPmd, pmd) : "the page cache of this kernel has no pages of " + pmd;
        return new SharedThp(mapped, unmapped, pmd, why);
    }

    private static Optional<Eligible> cached(String word, Optional<Boolean> cached) {
        Eligible eligible = KernelThp.eligible(word);
        return eligible == Eligible.NONE ? Optional.of(eligible) : cached.map(has -> has ? eligible : Eligible.NONE);
    }

    private static Eligible eligible(ThpSize size) {
        return size.effectiveShmem().map(KernelThp::eligible).orElse(Eligible.NONE);
    }

    private static String words(Optional<String> all, Optional<String> ofSize, Bytes size) {
        String top = "transparent_hugepage/shmem_enabled is " + all.orElse("not known");
        return ofSize.filter(word -> !all.equals(Optional.of(word)))
                .map(word -> top + ", but for pages of " + size + " it is " + word)
                .orElse(top);
    }
}
