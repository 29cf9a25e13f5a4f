package io.github.hpjvm.advisor.health;

import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.ThpPolicy;
import io.github.hpjvm.advisor.facts.ThpSettings;
import io.github.hpjvm.advisor.facts.ThpSize;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.rule.support.PageCost;
import io.github.hpjvm.advisor.rule.support.ThpModes;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * Transparent huge pages below the PMD size. The check counts them as base pages: PAGEMAP_SCAN, smaps and the sums of the
 * process show only pages that a PMD maps.
 */
final class SmallerThp {
    private SmallerThp() {}

    /**
     * Returns the pages of the heap; absent if pages of smaller sizes may be among the base pages, and if that leaves the kind
     * open. Such pages do not matter for a JVM that requests hugetlb pages, and for a small heap without a request.
     */
    static Fact<Backing> in(Fact<Backing> heap, Requested requested, VmIdentity vm, Host host) {
        Optional<ThpPolicy> policy = host.thp().known();
        Optional<ThpSettings> settings = host.thpSettings().known();
        if (requested == Requested.HUGETLB || policy.isEmpty() || settings.isEmpty()) {
            return heap;
        }
        boolean optsIn = requested == Requested.THP && ThpModes.optsIn(vm.release(), policy.get());
        boolean shared = vm.gc().filter(Collector::isZ).isPresent();
        List<ThpSize> sizes = shared
                ? ofSharedMemory(policy.get(), settings.get(), optsIn)
                : ThpModes.smaller(policy.get(), settings.get(), optsIn);
        boolean tooSmall = requested == Requested.NONE
                && heap.known()
                        .filter(backing -> backing.residentMin()
                                        .compareTo(PageCost.smallestHeap(
                                                host.basePage().known()))
                                < 0)
                        .isPresent();
        return sizes.isEmpty() || tooSmall
                ? heap
                : heap.flatMap(backing -> with(backing, sizes, policy.get(), heap.source()));
    }

    private static List<ThpSize> ofSharedMemory(ThpPolicy policy, ThpSettings settings, boolean optsIn) {
        return settings.sizes().stream()
                .filter(size -> size.pageSize().compareTo(policy.pmdSize()) < 0)
                .filter(size -> size.effectiveShmem()
                        .filter(mode -> !mode.equals("never") && (optsIn || !mode.equals("advise")))
                        .isPresent())
                .toList();
    }

    private static Fact<Backing> with(Backing seen, List<ThpSize> sizes, ThpPolicy policy, Source source) {
        Bytes base = Bytes.ZERO;
        for (Pages pages : seen.pages()) {
            base = pages.huge() ? base : base.plus(pages.max());
        }
        Bytes largest = sizes.get(sizes.size() - 1).pageSize();
        Backing open = seen.withSmallThp(List.of(new Pages(PageKind.THP, largest, Bytes.ZERO, base)));
        return seen.kind().equals(open.kind())
                ? Fact.known(open, source)
                : Fact.absent(
                        Reason.NOT_SUPPORTED,
                        Source.of(
                                source.path(),
                                "this host has transparent huge pages of " + ThpModes.names(sizes)
                                        + " too, and the check sees only those of " + policy.pmdSize()),
                        "hp-cli advise --pid N as root counts the pages of each size");
    }
}
