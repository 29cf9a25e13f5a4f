package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.memory.Addresses;
import io.github.hpjvm.advisor.read.table.VmTables;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The addresses of a JVM's regions: from its tables, from its own output, and from the mappings only if their names show
 * what they hold. A region that cannot be located stays absent.
 */
public final class Layout {

    private static final String Z_HEAP = "/memfd:java_heap";
    /** The collectors whose tables neither HotSpot's tables nor VM.info have. */
    private static final Set<Collector> WITHOUT_GC_TABLES =
            EnumSet.of(Collector.SHENANDOAH, Collector.ZGC, Collector.ZGC_GENERATIONAL, Collector.EPSILON);

    private static final String DELETED = " (deleted)";

    /** Names of shared memory without a file: memfd_create(2), shmget(2), mmap(2) with MAP_HUGETLB. */
    private static final List<String> NO_FILES = List.of("/memfd:", "/SYSV", "/anon_hugepage");

    private final Fact<VmTables> tables;
    private final Texts texts;
    private final Fact<List<Vma>> vmas;
    private final Optional<Collector> gc;
    private final Optional<Bytes> reservedCode;
    private final Fact<List<AddressRange>> threadStacks;

    /**
     * The output of the JVM; each text is absent with its reason if there is none.
     *
     * @param heapInfo {@code GC.heap_info}
     * @param codecache {@code Compiler.codecache}
     * @param info {@code VM.info}, or a whole crash log
     * @param metaspace {@code VM.metaspace vslist}
     * @param memory {@code VM.native_memory detail}
     */
    public record Texts(
            Fact<String> heapInfo,
            Fact<String> codecache,
            Fact<String> info,
            Fact<String> metaspace,
            Fact<String> memory) {

        static Texts absent(Fact<String> why) {
            return new Texts(why, why, why, why, why);
        }
    }

    /** Creates the layout of a JVM whose tables are not known, such as one that has crashed. */
    public Layout(
            Texts texts,
            Fact<List<Vma>> vmas,
            Optional<Collector> gc,
            Optional<Bytes> reservedCode,
            Fact<List<AddressRange>> threadStacks) {
        this(
                absent(Reason.NOT_PRESENT, Source.of("/proc/PID/mem", "its tables were not read"), ""),
                texts,
                vmas,
                gc,
                reservedCode,
                threadStacks);
    }

    /**
     * Creates the layout.
     *
     * @param tables the tables of the JVM
     * @param vmas the mappings, of smaps or of maps
     * @param gc the collector, if known
     * @param reservedCode ReservedCodeCacheSize, if known: JDK 8 has no command that prints the addresses of code
     * @param threadStacks the stacks that were found thread by thread
     */
    public Layout(
            Fact<VmTables> tables,
            Texts texts,
            Fact<List<Vma>> vmas,
            Optional<Collector> gc,
            Optional<Bytes> reservedCode,
            Fact<List<AddressRange>> threadStacks) {
        this.tables = tables;
        this.texts = texts;
        this.vmas = vmas;
        this.gc = gc;
        this.reservedCode = reservedCode;
        this.threadStacks = threadStacks;
    }

    /** Returns all regions; a location is in ascending order. */
    public Map<RegionName, Fact<List<AddressRange>>> locations() {
        Map<RegionName, Fact<List<AddressRange>>> all = new EnumMap<>(RegionName.class);
        all.put(RegionName.HEAP, heap());
        all.put(RegionName.CODE, code());
        all.put(RegionName.METASPACE, metaspace());
        all.put(RegionName.GC, gcTables());
        all.put(RegionName.CDS, cds());
        all.put(RegionName.STACKS, stacks());
        all.put(RegionName.TEXT, text());
        all.put(RegionName.FILES, files(all.get(RegionName.HEAP)));
        all.put(RegionName.NATIVE, rest(all));
        return all;
    }

    private Fact<List<AddressRange>> heap() {
        if (gc.filter(Collector::isZ).isPresent()) {
            return vmas.flatMap(list -> named(list, "ZGC's heap is a file in memory"));
        }
        Fact<AddressRange> told = tables.flatMap(VmTables::heap);
        if (told.known().isPresent()) {
            return told.map(List::of);
        }
        Fact<List<AddressRange>> reserved = gc.equals(Optional.of(Collector.EPSILON))
                ? parsed(texts.info, t -> Located.heap(t).map(whole -> List.of(withCommitted(whole))))
                : absent(Reason.NOT_PRESENT, texts.info.source(), "");
        return or(
                reserved,
                this::heapFile,
                () -> parsed(texts.heapInfo, t -> HeapInfo.range(t).map(List::of)),
                () -> parsed(texts.info, t -> Located.heap(t).map(List::of)),
                () -> tracked(RegionName.HEAP));
    }

    /** Returns the heap of Epsilon. It prints its reserved size in whole MiB, and the committed part to the byte. */
    private AddressRange withCommitted(AddressRange told) {
        return texts.heapInfo
                .known()
                .flatMap(HeapInfo::range)
                .filter(committed -> committed.start() == told.start() && committed.contains(told))
                .orElse(told);
    }

    private Fact<List<AddressRange>> named(List<Vma> list, String excerpt) {
        List<AddressRange> ranges = list.stream()
                .filter(v -> v.path().startsWith(Z_HEAP))
                .map(Vma::range)
                .toList();
        Source source = Source.of(vmas.source().path(), excerpt);
        return ranges.isEmpty() ? absent(Reason.NOT_PRESENT, source, "") : Fact.known(Addresses.joined(ranges), source);
    }

    /** Returns a heap file of ZGC if the collector is not known. */
    private Fact<List<AddressRange>> heapFile() {
        return gc.isPresent()
                ? absent(Reason.NOT_PRESENT, vmas.source(), "")
                : vmas.flatMap(list -> named(list, "a mapping of " + Z_HEAP));
    }

    private Fact<List<AddressRange>> code() {
        return or(
                tables.flatMap(VmTables::code),
                () -> parsed(texts.codecache, t -> Located.some(Located.code(t))),
                () -> parsed(texts.info, t -> Located.some(Located.code(t))),
                () -> tracked(RegionName.CODE),
                this::onlyCode);
    }

    /**
     * Returns the code if no command prints its addresses: the only piece of anonymous memory that starts executable
     * and is followed by the rest of ReservedCodeCacheSize (CodeCache::initialize of 8 reserves it in one piece).
     */
    private Fact<List<AddressRange>> onlyCode() {
        if (reservedCode.isEmpty()) {
            return absent(Reason.NOT_PRESENT, texts.codecache.source(), "");
        }
        return vmas.flatMap(list -> {
            List<AddressRange> candidates = list.stream()
                    .filter(v -> v.permissions().startsWith("rwx") && anonymous(v))
                    .flatMap(v ->
                            Addresses.range(
                                    v.range().start(),
                                    v.range().start() + reservedCode.get().value())
                                    .stream())
                    .filter(r -> reserves(list, r))
                    .toList();
            return candidates.size() == 1
                    ? Fact.known(
                            candidates,
                            Source.of(
                                    vmas.source().path(),
                                    "the only executable anonymous memory of ReservedCodeCacheSize "
                                            + reservedCode.get()))
                    : absent(
                            Reason.NOT_PRESENT,
                            Source.of(
                                    vmas.source().path(),
                                    candidates.size() + " pieces of executable anonymous memory could be it"),
                            "start the JVM with -XX:NativeMemoryTracking=detail");
        });
    }

    private static boolean reserves(List<Vma> list, AddressRange range) {
        long at = range.start();
        for (Vma vma : list) {
            if (vma.range().contains(at)) {
                boolean ours = anonymous(vma)
                        && (vma.permissions().startsWith("rwx")
                                || vma.permissions().startsWith("---"));
                if (!ours) {
                    return false;
                }
                at = vma.range().end();
                if (Long.compareUnsigned(at, range.end()) >= 0) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean anonymous(Vma vma) {
        return vma.inode() == 0 && vma.path().isEmpty() || vma.path().startsWith("/anon_hugepage");
    }

    private Fact<List<AddressRange>> metaspace() {
        return or(
                tables.flatMap(VmTables::metaspace),
                () -> parsed(texts.metaspace, t -> Located.some(Located.metaspace(t))),
                () -> tracked(RegionName.METASPACE));
    }

    private Fact<List<AddressRange>> gcTables() {
        Fact<List<AddressRange>> tracked = tracked(RegionName.GC);
        if (tracked.known().isEmpty() && gc.filter(WITHOUT_GC_TABLES::contains).isPresent()) {
            return absent(
                    Reason.NOT_SUPPORTED,
                    Source.of(texts.info.source().path(), "no source has the addresses of its collector's tables"),
                    "start the JVM with -XX:NativeMemoryTracking=detail and add --attach");
        }
        return or(
                tracked,
                () -> tables.flatMap(VmTables::gc),
                () -> parsed(texts.info, t -> Located.some(Located.gc(t))));
    }

    private Fact<List<AddressRange>> cds() {
        return or(
                tables.flatMap(VmTables::cds),
                () -> parsed(texts.info, t -> Located.some(Located.cds(t))),
                () -> vmas.flatMap(list -> {
                    List<AddressRange> archives = list.stream()
                            .filter(v -> v.inode() != 0
                                    && v.path().replace(" (deleted)", "").endsWith(".jsa"))
                            .map(Vma::range)
                            .toList();
                    Source source = Source.of(vmas.source().path(), "mappings of *.jsa");
                    return archives.isEmpty()
                            ? absent(Reason.NOT_PRESENT, Source.of(vmas.source().path(), "no archive is mapped"), "")
                            : Fact.known(Addresses.joined(archives), source);
                }));
    }

    private Fact<List<AddressRange>> stacks() {
        return or(tracked(RegionName.STACKS), () -> threadStacks);
    }

    private Fact<List<AddressRange>> text() {
        return vmas.flatMap(list -> {
            List<AddressRange> ranges = list.stream()
                    .filter(v -> v.inode() != 0
                            && v.permissions().length() > 2
                            && v.permissions().charAt(2) == 'x'
                            && !v.path().startsWith("/anon_hugepage")
                            && !v.path().startsWith("/memfd:"))
                    .map(Vma::range)
                    .toList();
            return ranges.isEmpty()
                    ? absent(Reason.NOT_PRESENT, vmas.source(), "")
                    : Fact.known(Addresses.joined(ranges), vmas.source());
        });
    }

    /**
     * Returns the files that the program maps shared, without a heap in a file and without files of the JDK; empty if
     * it maps none.
     */
    private Fact<List<AddressRange>> files(Fact<List<AddressRange>> heap) {
        List<AddressRange> taken = Addresses.joined(heap.known().orElse(List.of()));
        return vmas.map(list -> Addresses.joined(list.stream()
                .filter(Layout::isFileOfProgram)
                .flatMap(v -> Addresses.without(v.range(), taken).stream())
                .toList()));
    }

    private static boolean isFileOfProgram(Vma vma) {
        String path = vma.path().endsWith(DELETED)
                ? vma.path().substring(0, vma.path().length() - DELETED.length())
                : vma.path();
        boolean shared = vma.inode() != 0
                && vma.permissions().length() > 3
                && vma.permissions().charAt(2) != 'x'
                && vma.permissions().charAt(3) == 's';
        boolean file = path.startsWith("/")
                && NO_FILES.stream().noneMatch(path::startsWith)
                && (!path.startsWith("/dev/") || path.startsWith("/dev/shm/"));
        boolean ofJdk = path.contains("/hsperfdata_")
                || path.endsWith("/lib/modules")
                || path.endsWith(".jar")
                || path.endsWith(".jsa");
        return shared && file && !ofJdk;
    }

    /**
     * Returns the committed bytes of metaspace if only their number is known: their addresses are among those of native
     * memory. Up to 8 no command prints the addresses. Empty if metaspace is located, or if the number is unknown.
     */
    public Optional<Bytes> metaspaceAmongNative() {
        return metaspace().known().isPresent()
                ? Optional.empty()
                : texts.heapInfo.known().flatMap(HeapInfo::metaspace);
    }

    /**
     * Returns the anonymous memory that may be touched, in none of the other regions. Unknown, for the same reason, if
     * it may include one of the large regions, unless that is metaspace and its size is known.
     */
    private Fact<List<AddressRange>> rest(Map<RegionName, Fact<List<AddressRange>>> others) {
        if (vmas.known().isEmpty()) {
            return vmas.map(list -> List.of());
        }
        List<AddressRange> taken = new ArrayList<>();
        for (Map.Entry<RegionName, Fact<List<AddressRange>>> other : others.entrySet()) {
            boolean mayBeNone = other.getKey() == RegionName.CDS
                    || other.getKey() == RegionName.GC
                    || other.getKey() == RegionName.METASPACE
                            && metaspaceAmongNative().isPresent();
            if (other.getValue() instanceof Fact.Absent<List<AddressRange>> absent && !mayBeNone) {
                return includes(other.getKey(), absent);
            }
            taken.addAll(other.getValue().known().orElse(List.of()));
        }
        List<AddressRange> sorted = Addresses.joined(taken);
        return vmas.map(list -> Addresses.joined(list.stream()
                .filter(v -> !v.permissions().startsWith("---"))
                .filter(v -> v.inode() == 0 && (v.path().isEmpty() || v.path().equals("[heap]")))
                .flatMap(v -> Addresses.without(v.range(), sorted).stream())
                .toList()));
    }

    /** Returns the reason why a region is unknown as the reason for the rest. */
    private static Fact<List<AddressRange>> includes(RegionName region, Fact.Absent<?> absent) {
        Source source = absent.source();
        String cause = source.excerpt().isEmpty() ? "" : ": " + source.excerpt();
        return absent(absent.reason(), Source.of(source.path(), "the rest includes " + region + cause), absent.grant());
    }

    private Fact<List<AddressRange>> tracked(RegionName region) {
        return parsed(texts.memory, t -> Located.some(Located.tracked(t, region)));
    }

    private static Fact<List<AddressRange>> parsed(
            Fact<String> text, Function<String, Optional<List<AddressRange>>> parser) {
        return text.flatMap(t -> parser.apply(t)
                .<Fact<List<AddressRange>>>map(
                        ranges -> Fact.known(ranges, Source.of(text.source().path())))
                .orElseGet(() -> absent(
                        Reason.NOT_PRESENT, Source.of(text.source().path(), "it does not have this address"), "")));
    }

    @SafeVarargs
    private static Fact<List<AddressRange>> or(
            Fact<List<AddressRange>> first, Supplier<Fact<List<AddressRange>>>... others) {
        Fact<List<AddressRange>> best = first;
        for (Supplier<Fact<List<AddressRange>>> other : others) {
            if (best.known().isPresent()) {
                return best;
            }
            Fact<List<AddressRange>> next = other.get();
            best = next.known().isPresent() || tells(next) || !tells(best) ? next : best;
        }
        return best;
    }

    /** Returns whether a reason is more useful than "not there". */
    private static boolean tells(Fact<?> fact) {
        return fact instanceof Fact.Absent<?> a && a.reason() != Reason.NOT_PRESENT;
    }

    private static <T> Fact<T> absent(Reason reason, Source source, String grant) {
        return Fact.absent(reason, source, grant);
    }
}
