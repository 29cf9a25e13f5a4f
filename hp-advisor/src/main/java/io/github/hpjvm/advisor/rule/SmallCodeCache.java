package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.LargePageSize;
import io.github.hpjvm.advisor.hotspot.bill.CodeCache;
import io.github.hpjvm.advisor.hotspot.bill.CodeCachePages;
import io.github.hpjvm.advisor.rule.support.HeapArguments;
import io.github.hpjvm.advisor.rule.support.PageFacts;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Requested;
import java.util.List;
import java.util.Optional;

/**
 * A code cache that is too small for hugetlb pages. The JVM uses pool pages for code only if the code cache has room for
 * eight of the smallest size that it uses ({@code codeCache.cpp}, CodeCache::page_size): 16 MiB with pages of 2 MiB. Before
 * 17 the default size is the only one: with 32 MiB not even the default code cache of 240 MiB has room. With transparent
 * huge pages the JVM advises the whole blocks of a smaller code cache too ({@code virtualspace.cpp}, VirtualSpace::initialize)
 * (measured with 12 MiB on 17). Some versions also require a whole number of pages ({@link CodeCache#isExact}).
 */
final class SmallCodeCache implements Rule {
    private static final String FLAG = "ReservedCodeCacheSize";

    /** The default in 9 and newer with both compilers; others are smaller ({@code compilerDefinitions.cpp}). */
    private static final Bytes DEFAULT = Bytes.ofMiB(240);

    /** CODE_CACHE_SIZE_LIMIT in {@code globalDefinitions.hpp}: HotSpot refuses a larger code cache. */
    private static final Bytes LARGEST = Bytes.ofGiB(2);

    /** The first release that uses a smaller size only if its pool has a page. */
    private static final int SIZES_WITH_PAGES = 27;

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-501", "code cache too small for hugetlb pages", "code", Family.OUTSIDE_HEAP, Affected.CODE)
                .whenRequested(Requested.HUGETLB)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        List<String> given = HeapArguments.written(context, List.of("-XX:" + FLAG + "="));
        Optional<Bytes> size = context.flag(FLAG)
                .map(VmFlag::value)
                .or(() -> given.stream().reduce((first, last) -> last).map(text -> text.substring(FLAG.length() + 5)))
                .flatMap(HeapArguments::size);
        boolean exact = context.jvm("VM", Jvm::identity)
                .release()
                .filter(CodeCache::isExact)
                .isPresent();
        Bytes bytes = size.orElse(DEFAULT);
        Bytes page = page(context, exact ? Bytes.ZERO : bytes.dividedBy(CodeCachePages.LEAST_PAGES));
        Bytes least = page.times(CodeCachePages.LEAST_PAGES);
        boolean small = bytes.compareTo(least) < 0;
        Bytes wanted = small ? least : page.isZero() ? bytes : bytes.roundUpTo(page);
        if (!small && (!exact || wanted.equals(bytes))) {
            return context.pass(
                    size.isEmpty()
                            ? "ReservedCodeCacheSize is not set, and the default is large enough"
                            : "a code cache of " + size.get() + " is large enough");
        }
        boolean possible = wanted.compareTo(LARGEST) <= 0;
        boolean enough = possible
                && PageFacts.pool(context.host("hugetlb pools", Host::pools), page)
                        .filter(pool -> pool.idle().compareTo(wanted) >= 0)
                        .isPresent();
        String cache = size.map(it -> "A code cache of " + it).orElse("The code cache of the default size");
        return context.finding(
                Severity.INFO,
                cache + " stays on base pages; "
                        + (small
                                ? "the JVM uses pool pages from " + least + " on"
                                : "this Java version requires a multiple of " + page),
                "The code cache is the only code that page flags affect, and the JVM requires "
                        + (small
                                ? "room for eight huge pages of " + page
                                : "a whole number of huge pages before 17.0.10, 21.0.1 and 22 (JDK-8304954)")
                        + "." + obstacle(possible, enough),
                possible
                        ? "With " + wanted
                                + " the code is on huge pages too. Check: hp-cli advise --pid N, the line code."
                        : "With pages of this size the code stays on base pages.",
                enough ? List.of(new JvmFlag(List.of("-XX:" + FLAG + "=" + mib(wanted) + "m"), given)) : List.of());
    }

    private static String obstacle(boolean possible, boolean enough) {
        if (!possible) {
            return " HotSpot accepts no code cache above " + LARGEST + ".";
        }
        return enough ? "" : " The pool has too few pages available, and code would take pages that the heap needs.";
    }

    private static long mib(Bytes size) {
        return size.value() / Bytes.ofMiB(1).value();
    }

    /**
     * The smallest size of pool pages that the JVM uses for code, or a larger one that suffices.
     *
     * @param enough the largest page of which the code cache has room for eight
     */
    private static Bytes page(RuleContext context, Bytes enough) {
        LargePageSize sizes = PageFacts.pageSize(context);
        if (!sizes.smallerToo() || enough.compareTo(sizes.largest()) >= 0) {
            return sizes.largest();
        }
        boolean needsPages = context.jvm("VM", Jvm::identity)
                .release()
                .filter(release -> release.isAtLeast(SIZES_WITH_PAGES))
                .isPresent();
        return context.host("hugetlb pools", Host::pools).stream()
                .filter(pool -> sizes.uses(pool.pageSize()) && (!needsPages || pool.total() > 0))
                .map(HugePool::pageSize)
                .filter(size -> size.compareTo(sizes.largest()) < 0)
                .min(Bytes::compareTo)
                .orElse(sizes.largest());
    }
}
