package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.HugeText;
import io.github.hpjvm.advisor.facts.Kernel;
import io.github.hpjvm.advisor.facts.KernelConfig;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.HeapShape;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The pages of all regions except heap and code cache. */
final class OtherForecasts {

    /** From this release on the absence of CONFIG_READ_ONLY_THP_FOR_FS does not mean base pages. */
    private static final int LARGE_FOLIOS_MAJOR = 7;

    private static final Bytes BYTES_OF_CARD = Bytes.of(512);
    private static final String OS = "src/hotspot/os/linux/os_linux.cpp";

    private final Start start;
    private final AnonymousMemory memory;

    OtherForecasts(Start start) {
        this.start = start;
        this.memory = new AnonymousMemory(start);
    }

    /** Returns the forecasts in the order of {@link RegionName}. A JVM without class data sharing has no archive. */
    List<RegionForecast> forecasts() {
        List<RegionForecast> all = new ArrayList<>(List.of(metaspace(), tables()));
        if (!SharedArchive.isAbsent(start.launch(), start.release())) {
            all.add(archive());
        }
        all.addAll(List.of(stacks(), nativeMemory(), text()));
        return all;
    }

    private RegionForecast metaspace() {
        String source = start.source("src/hotspot/share/memory/metaspace.cpp", "it is never advised");
        boolean asked = start.release() < 16 && start.flags().isOn("UseLargePagesInMetaspace");
        if (asked && start.large().pooled()) {
            return memory.unknown(
                    RegionName.METASPACE,
                    When.AT_START,
                    "-XX:+UseLargePagesInMetaspace takes it from the pool as it grows",
                    source);
        }
        return plain(
                RegionName.METASPACE,
                "HotSpot never requests huge pages here",
                "it is committed in small pieces, so only khugepaged can provide huge pages",
                When.LATER,
                source);
    }

    /** Returns the forecast of card tables, offset tables and mark bitmaps. Those of ZGC are no region of their own. */
    private RegionForecast tables() {
        String source = start.source("src/hotspot/share/gc/g1/g1CollectedHeap.cpp", "create_aux_memory_mapper");
        if (start.is(Collector.EPSILON)) {
            return plain(
                    RegionName.GC,
                    "Epsilon has no tables beside its heap",
                    "only mappings larger than a huge page can have one",
                    When.AT_FAULT,
                    start.source("src/hotspot/share/gc/epsilon/epsilonHeap.cpp", "EpsilonHeap::initialize"));
        }
        boolean plain = start.large().is(Type.NONE);
        if (plain || start.isZ() || start.is(Collector.SERIAL)) {
            String tables = start.isZ() ? "ZGC's structures beside its heap" : "the card table";
            String why = plain ? start.large().why() : tables + " is on base pages for all flags";
            return plain(
                    RegionName.GC, why, "only mappings larger than a huge page can have one", When.AT_FAULT, source);
        }
        if (start.is(Collector.PARALLEL) && start.large().pooled()) {
            return ofParallel(source);
        }
        Optional<Bytes> heap = start.shape().map(HeapShape::max);
        if (!start.is(Collector.G1) || heap.isEmpty()) {
            return memory.unknown(
                    RegionName.GC, When.AT_START, "it depends on which of its tables the program makes it use", source);
        }
        boolean cardsFit = start.large()
                .sizes()
                .fitting(heap.get().dividedBy(BYTES_OF_CARD.value()), 1)
                .isPresent();
        if (!cardsFit) {
            return memory.unknown(
                    RegionName.GC,
                    When.AT_FAULT,
                    "the card tables are smaller than a large page, and bitmaps are used only when G1 marks",
                    source);
        }
        return start.large().is(Type.THP) ? advised(source) : pooled(source);
    }

    /**
     * The card table of Parallel is on base pages (CardTable::initialize reserves it by vm_page_size). Which of its other tables
     * the program touches decides the kind, if one of them is on the pool.
     */
    private RegionForecast ofParallel(String source) {
        List<Served> tables = start.reserved(RegionName.GC);
        if (tables.stream().allMatch(Served::none)) {
            return plain(
                    RegionName.GC,
                    tables.isEmpty()
                            ? "its tables are too small for a large page"
                            : start.limiter(tables.get(0).piece().pageSize()) + " has no pages left for its tables",
                    "only mappings larger than a huge page can have one",
                    When.AT_FAULT,
                    source);
        }
        String names = tables.stream()
                .filter(table -> !table.none())
                .map(table -> table.piece().name())
                .collect(Collectors.joining(", "));
        return memory.unknown(
                RegionName.GC,
                When.AT_START,
                "the card table is on base pages, and the pool backs the other tables (" + names
                        + "): it depends on which of them the program makes the collector use",
                source);
    }

    private RegionForecast pooled(String source) {
        List<Served> tables = start.reserved(RegionName.GC);
        boolean all = !tables.isEmpty() && tables.stream().allMatch(Served::all);
        boolean none = tables.stream().allMatch(Served::none);
        if (all) {
            return new RegionForecast(
                    RegionName.GC,
                    Optional.of(PageKind.HUGETLB),
                    tables.get(0).pageSize(),
                    When.AT_START,
                    "Its tables are reserved after the heap, and the pool has the pages.",
                    source);
        }
        return none
                ? plain(
                        RegionName.GC,
                        "its tables are reserved after the heap, and the pool has no pages left",
                        "only mappings larger than a huge page can have one",
                        When.AT_FAULT,
                        source)
                : memory.unknown(
                        RegionName.GC, When.AT_START, "the pool has pages for some of its tables only", source);
    }

    private RegionForecast advised(String source) {
        boolean advises = start.release() < 22 || start.kernel().saysMadvise();
        ThpGrant given = start.kernel().to(advises);
        if (given.allowed().isEmpty()) {
            return memory.unknown(RegionName.GC, When.AT_FAULT, given.why(), source);
        }
        return given.given()
                ? memory.huge(
                        RegionName.GC,
                        Optional.empty(),
                        advises,
                        "its tables are advised like the heap, and " + given.why(),
                        source)
                : memory.base(RegionName.GC, given.why() + ", so the kernel assigns none", source);
    }

    private RegionForecast archive() {
        return memory.base(
                RegionName.CDS,
                "the archive, if the JDK has one, is a file that is mapped privately",
                start.source("src/hotspot/share/cds/filemap.cpp", "FileMapInfo::map_region")
                        .replace("cds/filemap.cpp of 11", "memory/filemap.cpp of 11"));
    }

    /**
     * Returns the forecast of thread stacks. Since 6.7 the kernel sets VM_NOHUGEPAGE on mappings with MAP_STACK, and
     * glibc maps its stacks so.
     */
    private RegionForecast stacks() {
        if (memory.allowed(false).equals(Optional.of(false))) {
            return memory.base(RegionName.STACKS, "HotSpot never requests huge pages here", stackSource());
        }
        if (kernelAtLeast(6, 7).equals(Optional.of(true))) {
            return memory.base(
                    RegionName.STACKS,
                    "kernels since 6.7 assign none to MAP_STACK mappings",
                    "include/linux/mman.h of Linux 6.7: calc_vm_flag_bits, MAP_STACK");
        }
        if (mitigatesStacks()) {
            return memory.base(
                    RegionName.STACKS,
                    "the JVM keeps stacks apart with guard pages where enabled is always (JDK-8312182)",
                    stackSource());
        }
        return memory.unknown(
                RegionName.STACKS,
                When.LATER,
                "the kernel may merge adjacent stacks and back them with huge pages (JDK-8303215)",
                stackSource());
    }

    private String stackSource() {
        return start.source(OS, "THPStackMitigation");
    }

    /** Returns whether stacks cannot get huge pages in any mode of the kernel. */
    boolean stacksAreSafe() {
        return stacks().kind().equals(Optional.of(PageKind.BASE));
    }

    /** JDK-8312182: 22, 21.0.1, 17.0.10 and 11.0.33; {@code flags.tsv} gives the evidence. */
    private boolean mitigatesStacks() {
        int release = start.release();
        boolean has = release >= 22
                || release == 21 && start.version().isAtLeast(21, 0, 1)
                || release == 17 && start.version().isAtLeast(17, 0, 10)
                || release == 11 && start.version().isAtLeast(11, 0, 33);
        boolean off =
                start.flags().isGiven("THPStackMitigation") && !start.flags().isOn("THPStackMitigation");
        return has && !off;
    }

    /**
     * Returns the forecast of native memory. On aarch64 glibc 2.43 and newer opts in by default, for blocks of 2 MiB ("malloc: Enable
     * 2MB THP by default on Aarch64"), and the version of glibc is not known.
     */
    private RegionForecast nativeMemory() {
        boolean arm = start.host()
                .kernel()
                .known()
                .flatMap(Kernel::architecture)
                .filter("aarch64"::equals)
                .isPresent();
        boolean onlyAdvised = memory.allowed(false).equals(Optional.of(false))
                && !memory.allowed(true).equals(Optional.of(false));
        if (arm && onlyAdvised) {
            return memory.unknown(
                    RegionName.NATIVE,
                    When.AT_FAULT,
                    "malloc of glibc opts in by default on aarch64 from 2.43 on, and the version of glibc is not known",
                    "malloc/malloc.c of glibc: ptmalloc_init, DEFAULT_THP_PAGESIZE");
        }
        return plain(
                RegionName.NATIVE,
                "malloc does not opt in",
                "it depends on the allocations: those larger than a huge page get one",
                When.AT_FAULT,
                "mm/huge_memory.c of Linux: thp_vma_allowable_orders");
    }

    /**
     * Returns the forecast of executable files. Linux 7 removes CONFIG_READ_ONLY_THP_FOR_FS: khugepaged then collapses
     * pages of executable files where the file system has large folios (series "Remove CONFIG_READ_ONLY_THP_FOR_FS",
     * proposed for 7.2; read, not measured).
     */
    private RegionForecast text() {
        String source = "mm/khugepaged.c of Linux: collapse_file";
        boolean files = start.host()
                .kernelConfig()
                .known()
                .flatMap((KernelConfig config) -> config.option("CONFIG_READ_ONLY_THP_FOR_FS"))
                .filter("y"::equals)
                .isPresent();
        boolean vendor = start.host().hugeText().known().filter(HugeText::files).isPresent();
        boolean none = memory.allowed(false).equals(Optional.of(false));
        boolean largeFolios = kernelAtLeast(LARGE_FOLIOS_MAJOR, 0).equals(Optional.of(true));
        if (vendor || (files || largeFolios) && !none) {
            return memory.unknown(
                    RegionName.TEXT, When.LATER, "this kernel can collapse pages of executable files", source);
        }
        return memory.base(
                RegionName.TEXT,
                "this kernel keeps executable files in base pages or in folios smaller than a PMD",
                source);
    }

    /** Returns the forecast of memory without MADV_HUGEPAGE. */
    private RegionForecast plain(RegionName region, String why, String always, When when, String source) {
        return memory.allowed(false).equals(Optional.of(false))
                ? memory.base(region, why, source)
                : memory.unknown(
                        region, when, why + "; " + start.kernel().unadvised().why() + ": " + always, source);
    }

    private Optional<Boolean> kernelAtLeast(int major, int minor) {
        return start.host().kernel().known().flatMap(kernel -> kernel.isAtLeast(major, minor));
    }
}
