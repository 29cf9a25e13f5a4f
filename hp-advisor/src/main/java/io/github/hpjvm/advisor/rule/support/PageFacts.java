package io.github.hpjvm.advisor.rule.support;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.PoolSetting;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Memory;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.PageRequest;
import io.github.hpjvm.advisor.hotspot.bill.PoolBill;
import io.github.hpjvm.advisor.hotspot.bill.Span;
import io.github.hpjvm.advisor.size.Availability;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.First;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Facts about the pages of a JVM that several rules need: requested pages, granted pages, and the need of pool pages.
 */
public final class PageFacts {
    private static final Bytes TWO_MIB = Bytes.ofMiB(2);
    private static final Bytes USUAL_BASE_PAGE = Bytes.ofKiB(4);
    private static final Bytes GIGANTIC = Bytes.ofGiB(1);
    private static final long MAPPINGS_OF_ZGC = 3;
    private static final String CODE_CACHE = "ReservedCodeCacheSize";

    private PageFacts() {}

    /** The reason why the rules do not apply to this VM; empty if it is HotSpot. */
    public static Optional<String> notHotSpot(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        if (identity.isHotSpot()) {
            return Optional.empty();
        }
        List<String> own = identity.vm().hugePageOptions();
        return Optional.of("this is not a HotSpot JVM (" + identity.vm() + ")"
                + (own.isEmpty() ? "" : "; its own options are " + String.join(", ", own)));
    }

    /** Returns whether the collector is ZGC; false if it is unknown. */
    public static boolean isZ(RuleContext context) {
        return context.jvm("VM", Jvm::identity).gc().filter(Collector::isZ).isPresent();
    }

    /** The pages that the arguments request. Ends the rule if not all arguments could be read. */
    public static Requested requested(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        Arguments arguments = context.jvm("arguments", Jvm::arguments);
        Requested requested = PageRequest.of(arguments, identity);
        context.note("requested pages", requested.name(), "arguments of the JVM");
        if (requested == Requested.UNKNOWN) {
            throw context.undecided(whyUnknown(arguments, identity));
        }
        return requested;
    }

    private static Missing whyUnknown(Arguments arguments, VmIdentity identity) {
        if (!arguments.complete()) {
            return new Missing(
                    "requested pages",
                    Reason.DENIED,
                    String.join(", ", arguments.unread()),
                    "run as the JVM's user or as root");
        }
        return PageRequest.isDefaultOfBuild(arguments, identity)
                ? new Missing(
                        "requested pages",
                        Reason.NOT_PRESENT,
                        "the arguments have no flag for pages, and builds of " + identity.vendor()
                                + " have a default of their own",
                        "give the JVM -XX:+UseTransparentHugePages, -XX:+UseLargePages or -XX:-UseLargePages")
                : new Missing("requested pages", Reason.NOT_PRESENT, "the release of the JVM", "");
    }

    /** The reason why a rule about a request for these pages does not apply; empty if the JVM requests them. */
    public static Optional<String> notRequested(RuleContext context, Requested pages) {
        if (requested(context) == pages) {
            return Optional.empty();
        }
        return Optional.of((pages == Requested.THP ? "transparent huge" : "hugetlb") + " pages are not requested");
    }

    /** The pages that back the heap. */
    public static Backing heap(RuleContext context) {
        Backing heap = context.jvm("heap", jvm -> jvm.region(RegionName.HEAP).backing());
        context.note(
                "pages of the heap",
                () -> heap.kind().map(PageKind::name).orElse("unknown") + ", "
                        + heap.hugeMin().rounded() + " of " + heap.residentMin().rounded() + " huge",
                context.sourceOfHeap());
        return heap;
    }

    /** The kind of pages that back the heap. Ends the rule if the kind is unknown; empty if no page is resident. */
    public static Optional<PageKind> heapKind(RuleContext context, Backing heap) {
        boolean unclear = heap.kind().isEmpty()
                && (!heap.complete() || !heap.residentMax().isZero());
        if (unclear && heap.hidesSmallThp()) {
            throw context.undecided(
                    new Missing(
                            "pages that back the heap",
                            Reason.DENIED,
                            "/proc/kpageflags",
                            "run as root: this host has transparent huge pages of smaller sizes, and only this file shows them"));
        }
        if (unclear && heap.sampled().isPresent()) {
            throw context.undecided(new Missing(
                    "pages that back the heap",
                    Reason.SKIPPED,
                    context.heapNeedsTooManyReads()
                            ? Backing.Sampled.OF_TOO_MANY_READS
                            : "a sample of pages, which does not decide it",
                    context.heapNeedsTooManyReads()
                            ? "run it with --exact, which reads smaps instead"
                            : "run it with --exact, which reads all pages"));
        }
        if (unclear) {
            throw context.undecided(new Missing(
                    "pages that back the heap",
                    Reason.NOT_SUPPORTED,
                    "smaps",
                    "a kernel with PAGEMAP_SCAN (6.7 or newer) resolves mappings that extend beyond the heap"));
        }
        return heap.kind();
    }

    /**
     * The size of the pool pages that the JVM takes by default: 2 MiB; with base pages of 16 or 64 KiB 32 or 512 MiB, or another
     * default below 1 GiB. Gigantic pages are for a JVM that names them.
     */
    public static Bytes poolPage(RuleContext context) {
        Bytes size = pageSize(context).largest();
        return namedPageSize(context).isPresent() || size.compareTo(GIGANTIC) >= 0 ? TWO_MIB : size;
    }

    /**
     * The number of pages of {@link #poolPage} that the JVM takes from the pool if all regions get huge pages. The page model
     * predicts it. If not all arguments are known, the number of a JVM with the same collector and heap is used. Empty if
     * collector or heap are unknown, if the heap uses pages of another size, or if no such JVM was measured.
     */
    public static Optional<Span> bill(RuleContext context) {
        Bytes page = poolPage(context);
        if (!pageSize(context).largest().equals(page)) {
            return Optional.empty();
        }
        return bill(context, page);
    }

    /** The number of pages of that size, one of those that the JVM uses; empty as above. */
    public static Optional<Span> bill(RuleContext context, Bytes page) {
        return context.need(page)
                .or(() -> page.equals(TWO_MIB) && pageSize(context).largest().equals(page)
                        ? billOfSizes(context)
                        : Optional.empty());
    }

    private static Optional<Span> billOfSizes(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
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
                    codeCache(context),
                    TWO_MIB,
                    OptionalInt.empty(),
                    context.maybeHost("base page", Host::basePage).orElse(USUAL_BASE_PAGE));
            return Optional.of(new Span(bill.min(), bill.max()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** ReservedCodeCacheSize: the flag's final value, else the value in the arguments. */
    private static Optional<Bytes> codeCache(RuleContext context) {
        Optional<VmFlag> flag = context.maybeJvm(
                        CODE_CACHE, jvm -> jvm.flags().map(all -> VmFlag.forAdvice(all, CODE_CACHE)))
                .flatMap(Function.identity());
        return flag.map(VmFlag::value)
                .or(() -> context.maybeJvm("arguments", Jvm::arguments)
                        .flatMap(arguments -> arguments.texts().stream()
                                .filter(text -> text.startsWith("-XX:" + CODE_CACHE + "="))
                                .map(text -> text.substring(CODE_CACHE.length() + 5))
                                .reduce((first, last) -> last)))
                .map(Bytes::parse);
    }

    /**
     * The size of the hugetlb pages that the JVM has touched. The kernel counts the heap of the non-generational ZGC
     * once for each of its mappings.
     */
    public static Bytes touched(RuleContext context) {
        Bytes mapped = context.maybeJvm("status", Jvm::status)
                .flatMap(ProcStatus::hugetlb)
                .orElse(Bytes.ZERO);
        if (!context.jvm("VM", Jvm::identity).gc().equals(Optional.of(Collector.ZGC))) {
            return mapped;
        }
        Bytes heap = context.maybeJvm("heap", jvm -> jvm.region(RegionName.HEAP).backing())
                .map(backing -> backing.pages().stream()
                        .filter(pages -> pages.kind() == PageKind.HUGETLB)
                        .map(Pages::min)
                        .reduce(Bytes.ZERO, Bytes::plus))
                .orElse(mapped.dividedBy(MAPPINGS_OF_ZGC));
        Bytes again = heap.times(MAPPINGS_OF_ZGC - 1);
        return mapped.compareTo(again) <= 0 ? heap.min(mapped) : mapped.minus(again);
    }

    /** The number of pages of the pool of {@link #poolPage} that the JVM has only reserved, as far as its mappings were read. */
    public static long untouched(RuleContext context) {
        return context.relaunch()
                .map(launch -> launch.untouched().getOrDefault(poolPage(context), 0L))
                .orElse(0L);
    }

    /**
     * The size of the pages that the JVM holds of the pool of {@link #poolPage}, and returns when it ends: touched and reserved pages.
     * If its mappings were not read one by one, the reserved pages include at least the code cache.
     */
    public static Bytes held(RuleContext context) {
        Bytes page = poolPage(context);
        Bytes held = context.relaunch()
                .map(launch -> page.times(launch.held().getOrDefault(page, 0L)))
                .orElse(Bytes.ZERO);
        Bytes reserved = context.maybeJvm(
                        "code", jvm -> jvm.region(RegionName.CODE).backing())
                .filter(code -> code.kind().equals(Optional.of(PageKind.HUGETLB)))
                .map(Backing::reserved)
                .orElse(Bytes.ZERO);
        return touched(context).max(held).max(reserved);
    }

    /** The sizes of pool pages that the JVM uses. An unknown release counts as an old one. */
    public static LargePageSize pageSize(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        Bytes defaultSize =
                context.host("memory", Host::memory).defaultHugePage().orElse(TWO_MIB);
        Set<Bytes> ofKernel = namedPageSize(context).isEmpty()
                ? Set.of()
                : context.host("hugetlb pools", Host::pools).stream()
                        .map(HugePool::pageSize)
                        .collect(Collectors.toSet());
        return LargePageSize.of(
                context.jvm("arguments", Jvm::arguments).texts(),
                feature(identity),
                identity.gc(),
                defaultSize,
                ofKernel);
    }

    /** The size of pool pages that the arguments name; empty if the kernel's default applies. */
    public static Optional<Bytes> namedPageSize(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        return identity.gc().filter(Collector::isZ).isPresent()
                ? Optional.empty()
                : LargePageSize.asked(context.jvm("arguments", Jvm::arguments).texts(), feature(identity));
    }

    private static int feature(VmIdentity identity) {
        return identity.release().map(JavaVersion::feature).orElse(0);
    }

    /**
     * The action that sets the number of pages in a pool: the sysctl for pages of the default size, else the file of
     * the size (hugetlb_sysctl_handler in {@code mm/hugetlb.c}). The default size is set at boot, for example with
     * {@code default_hugepagesz=1G}. If it is unknown, 2 MiB is assumed.
     */
    public static Action resize(RuleContext context, HugePool pool, long pages, String cost) {
        return setting(context, pool).write(pages, pool.persistent(), cost);
    }

    /**
     * The action that makes a pool larger: as {@link #resize}, or at boot if the kernel cannot allocate the pages now.
     *
     * @param stopFirst true if the memory is available only after the JVM has ended
     */
    static Action grow(RuleContext context, HugePool pool, long more, Availability availability, boolean stopFirst) {
        PoolSetting setting = setting(context, pool);
        return availability.found() == Found.AT_BOOT
                ? new KernelArgument(
                        setting.bootArgument(String.valueOf(pool.total() + more)), context.bootPool(pool.pageSize()))
                : setting.grow(
                        pool.total() + more, pool.persistent(), pool.pageSize().times(more), stopFirst);
    }

    /** The actions that make pools as large as these sizes. */
    public static List<Action> grow(RuleContext context, List<PoolSize> sizes) {
        context.host("hugetlb pools", Host::pools);
        return sizes.stream()
                .filter(size -> size.more() > 0)
                .map(size -> grow(context, size.pool(), size.more(), size.availability(), size.stopFirst()))
                .toList();
    }

    private static PoolSetting setting(RuleContext context, HugePool pool) {
        Bytes defaultSize = context.maybeHost("memory", Host::memory)
                .flatMap(Memory::defaultHugePage)
                .orElse(TWO_MIB);
        return PoolSetting.ofHost(pool.pageSize().value(), defaultSize.value());
    }

    /** The pool of one page size among the host's; empty if there is none. */
    public static Optional<HugePool> pool(List<HugePool> pools, Bytes pageSize) {
        return First.of(pools, pool -> pool.pageSize().equals(pageSize));
    }
}
