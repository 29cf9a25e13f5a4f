package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.Requested;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.text.First;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What several rules ask first: which VM, what it was asked for, what its heap got, what it needs of a pool. */
public final class Asked {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final long MAPPINGS_OF_ZGC = 3;
    private static final String CODE_CACHE = "ReservedCodeCacheSize";
    private static final String DEFAULT_SIZE = "Hugepagesize";

    private Asked() {}

    /** Why HotSpot's rules do not hold for this VM; empty if it is HotSpot. */
    public static Optional<String> notHotSpot(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        if (identity.isHotSpot()) {
            return Optional.empty();
        }
        List<String> own = identity.vm().hugePageOptions();
        return Optional.of("this is no HotSpot JVM (" + identity.vm() + ")"
                + (own.isEmpty() ? "" : "; its own options are " + String.join(", ", own)));
    }

    /** What the arguments ask for; a rule that needs to know ends if they could not all be read. */
    public static Requested pages(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        Arguments arguments = look.jvm("arguments", Jvm::arguments);
        Requested requested = PageRequest.of(arguments, identity);
        look.note("asked for", requested.name(), "arguments of the JVM");
        if (requested == Requested.UNKNOWN) {
            throw look.cannotTell(new Missing(
                    "what pages the JVM was asked for",
                    Reason.DENIED,
                    String.join(", ", arguments.unread()),
                    "run as the JVM's user or as root"));
        }
        return requested;
    }

    /** What stands behind the heap. */
    public static Backing heap(Look look) {
        Backing heap = look.jvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
        look.note(
                "heap is on",
                heap.kind().map(PageKind::name).orElse("unknown") + ", "
                        + heap.hugeMin().rounded() + " of " + heap.residentMin().rounded() + " huge",
                look.sourceOfHeap());
        return heap;
    }

    /** The kind of pages that the heap is on; a rule ends if it cannot be told, and nothing may be resident. */
    public static Optional<PageKind> kind(Look look, Backing heap) {
        boolean unclear = heap.kind().isEmpty()
                && (!heap.complete() || !heap.residentMax().isZero());
        if (unclear) {
            throw look.cannotTell(new Missing(
                    "which pages the heap is on",
                    Reason.NOT_SUPPORTED,
                    "smaps",
                    "a kernel with PAGEMAP_SCAN (6.7 or newer) resolves mappings that reach beyond the heap"));
        }
        return heap.kind();
    }

    /**
     * What the JVM takes of the 2 MiB pool if everything is huge: what the page model says of it, and where not all of
     * its arguments are known, what any with its collector and heap takes. Empty if its collector or heap is not known
     * either, if its heap would be on pages of another size, or if no such JVM was ever measured.
     */
    public static Optional<Span> bill(Look look) {
        if (!pageSize(look).largest().equals(TWO_MIB)) {
            return Optional.empty();
        }
        return look.need(TWO_MIB).or(() -> billOfSizes(look));
    }

    private static Optional<Span> billOfSizes(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        if (identity.release().isEmpty()
                || identity.gc().isEmpty()
                || identity.maxHeap().isEmpty()) {
            return Optional.empty();
        }
        try {
            PoolBill bill = PoolBill.of(
                    identity.release().get(),
                    identity.gc().get(),
                    identity.maxHeap().get(),
                    codeCache(look),
                    TWO_MIB);
            return Optional.of(new Span(bill.min(), bill.max()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** ReservedCodeCacheSize: the flag's final value, else what the arguments say. */
    private static Optional<Bytes> codeCache(Look look) {
        Optional<VmFlag> flag = look.maybeJvm(
                        CODE_CACHE, jvm -> jvm.flags().map(all -> Optional.ofNullable(all.get(CODE_CACHE))))
                .flatMap(Function.identity());
        return flag.map(VmFlag::value)
                .or(() -> look.maybeJvm("arguments", Jvm::arguments)
                        .flatMap(arguments -> arguments.texts().stream()
                                .filter(text -> text.startsWith("-XX:" + CODE_CACHE + "="))
                                .map(text -> text.substring(CODE_CACHE.length() + 5))
                                .reduce((first, last) -> last)))
                .map(Bytes::parse);
    }

    /** What the JVM has touched of hugetlb pools; the kernel counts the heap of the first ZGC as often as it is mapped. */
    public static Bytes touched(Look look) {
        Bytes mapped = look.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::hugetlb)
                .orElse(Bytes.ZERO);
        if (!look.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.ZGC))) {
            return mapped;
        }
        Bytes heap = look.maybeJvm("heap", jvm -> jvm.region(RegionName.HEAP).backing())
                .map(backing -> backing.pages().stream()
                        .filter(pages -> pages.kind() == PageKind.HUGETLB)
                        .map(Pages::min)
                        .reduce(Bytes.ZERO, Bytes::plus))
                .orElse(mapped.dividedBy(MAPPINGS_OF_ZGC));
        Bytes again = heap.times(MAPPINGS_OF_ZGC - 1);
        return mapped.compareTo(again) <= 0 ? heap.min(mapped) : mapped.minus(again);
    }

    /**
     * What the JVM has of the 2 MiB pool, and would give back: what it has touched, and what is promised to it. Where its
     * mappings were not read one by one, of the latter at least the code cache.
     */
    public static Bytes held(Look look) {
        Bytes held = look.relaunch()
                .map(launch -> TWO_MIB.times(launch.held().getOrDefault(TWO_MIB, 0L)))
                .orElse(Bytes.ZERO);
        Bytes promised = look.maybeJvm(
                        "code", jvm -> jvm.region(RegionName.CODE).backing())
                .filter(code -> code.kind().equals(Optional.of(PageKind.HUGETLB)))
                .map(Backing::reserved)
                .orElse(Bytes.ZERO);
        return touched(look).max(held).max(promised);
    }

    /** The sizes of pool pages that the JVM takes; where its release is not known, those of the older ones. */
    public static LargePageSize pageSize(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        Bytes usual = look.host("memory", Host::memory)
                .size(DEFAULT_SIZE)
                .filter(size -> !size.isZero())
                .orElse(TWO_MIB);
        Set<Bytes> ofKernel = namedPageSize(look).isEmpty()
                ? Set.of()
                : look.host("hugetlb pools", Host::pools).stream()
                        .map(HugePool::pageSize)
                        .collect(Collectors.toSet());
        return LargePageSize.of(
                look.jvm("arguments", Jvm::arguments).texts(), feature(identity), identity.gc(), usual, ofKernel);
    }

    /** The size of pool pages that the arguments name; empty if they leave it to the kernel's default. */
    public static Optional<Bytes> namedPageSize(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        return identity.gc().filter(Collector::isZ).isPresent()
                ? Optional.empty()
                : LargePageSize.asked(look.jvm("arguments", Jvm::arguments).texts(), feature(identity));
    }

    private static int feature(VmIdentity identity) {
        return identity.release().map(JavaVersion::feature).orElse(0);
    }

    /**
     * What sets the number of pages in a pool: the sysctl for pages of the default size, for others their own file
     * (hugetlb_sysctl_handler in {@code mm/hugetlb.c}). Which size is the default is decided at boot, as by
     * {@code default_hugepagesz=1G}; where it is not known it is taken for 2 MiB.
     */
    public static Action pages(Look look, HugePool pool, long pages, String cost) {
        Bytes usual = look.maybeHost("memory", Host::memory)
                .flatMap(memory -> memory.size(DEFAULT_SIZE))
                .orElse(TWO_MIB);
        return PoolSetting.ofHost(pool.pageSize().value(), usual.value()).write(pages, pool.persistent(), cost);
    }

    /** The pool of one page size among the host's; empty if there is none. */
    public static Optional<HugePool> pool(List<HugePool> pools, Bytes pageSize) {
        return First.of(pools, pool -> pool.pageSize().equals(pageSize));
    }
}
