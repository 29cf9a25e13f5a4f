package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.NodePool;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import io.github.hpjvm.advisor.hotspot.bill.CodeCachePages;
import io.github.hpjvm.advisor.hotspot.bill.PageSizes;
import io.github.hpjvm.advisor.hotspot.bill.Piece;
import io.github.hpjvm.advisor.hotspot.flag.Refusal.Stage;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The messages of the JVM about flags and pages at its start. */
final class StartWarnings {

    private static final String CLASS_POINTERS = "UseCompressedClassPointers";
    private static final int FALLS_BACK_SINCE = 19;

    /** Until 21 it required room for eight pages in both of the sizes that it compares; 22 to 24 were not observed. */
    private static final int SMALL_CODE_IS_SAID_SINCE = 22;

    private final Start start;
    private final PageFlags page;
    private final List<Warning> warnings = new ArrayList<>();

    StartWarnings(Start start) {
        this.start = start;
        this.page = new PageFlags(start.flags());
    }

    /** Returns the messages that a JVM which refuses to start has printed by that stage. */
    List<Warning> until(Stage stage) {
        warnings.addAll(Warning.of(start.flags().warnings()));
        if (stage.compareTo(Stage.COLLECTOR) >= 0) {
            warnings.addAll(start.large().warnings());
        }
        if (stage.compareTo(Stage.ERGONOMICS) >= 0) {
            compressedClassPointers();
            nodes();
            uncommit();
            interpreter();
        }
        if (stage.compareTo(Stage.CODE) >= 0) {
            codeCache();
            heapTooSmall();
            reservations(start.served().stream()
                    .filter(one ->
                            stage.compareTo(Stage.HEAP) >= 0 || one.piece().region() == RegionName.CODE)
                    .toList());
        }
        return warnings;
    }

    List<Warning> all() {
        return until(Stage.MEMORY);
    }

    /** libjvm.so of 28-ea does not have the text of this message, that of 27.0.1 has it. */
    private static final int NO_NUMA_WARNING_SINCE = 28;

    /** os::Linux::numa_init, before 17 os::init_2: checks a process that is not bound to one of several nodes. */
    private void nodes() {
        long nodes = start.host().nodePools().known().orElse(List.of()).stream()
                .map(NodePool::node)
                .distinct()
                .count();
        boolean asked = start.flags().isGiven("UseNUMA") && start.flags().isOn("UseNUMA");
        boolean told = start.release() < NO_NUMA_WARNING_SINCE;
        if (told
                && asked
                && nodes > 1
                && start.is(Collector.PARALLEL)
                && start.large().pooled()) {
            String with = start.release() < 22 ? "SHM/HugeTLBFS large pages" : "+UseLargePages";
            String how = start.release() == 8 ? "" : " (-XX:-UseAdaptiveSizePolicy -XX:-UseAdaptiveNUMAChunkSizing)";
            warnings.add(new Warning(
                    WarningCode.FLAG_CONFLICT,
                    "UseNUMA is not fully compatible with " + with + ", disabling adaptive resizing" + how));
        }
    }

    /**
     * Arguments::set_use_compressed_klass_ptrs in {@code arguments.cpp}, until 14: JDK-8241825 makes the flags independent in
     * 15. Seen on 8.
     */
    private void compressedClassPointers() {
        boolean asked = start.flags().isGiven(CLASS_POINTERS) && start.flags().isOn(CLASS_POINTERS);
        boolean without =
                start.flags().isGiven("UseCompressedOops") && !start.flags().isOn("UseCompressedOops");
        if (start.release() < 15 && asked && without) {
            warnings.add(
                    new Warning(WarningCode.FLAG_CONFLICT, "UseCompressedClassPointers requires UseCompressedOops"));
        }
    }

    /**
     * CompilerConfig::ergo_initialize in {@code src/hotspot/share/compiler/compilerDefinitions.cpp}: 19 (JDK-8276711), 17.0.10
     * (jdk17u-dev pull request 1728). Not printed by 17.0.9.
     */
    private void interpreter() {
        boolean told = start.release() == 17 ? start.version().isAtLeast(17, 0, 10) : start.release() >= 19;
        boolean only = start.flags().isGiven("UseCompiler") && !start.flags().isOn("UseCompiler");
        boolean segments =
                start.flags().isGiven("SegmentedCodeCache") && start.flags().isOn("SegmentedCodeCache");
        if (told && only && segments) {
            warnings.add(
                    new Warning(WarningCode.FLAG_CONFLICT, "SegmentedCodeCache has no meaningful effect with -Xint"));
        }
    }

    /** ParallelArguments::initialize_alignments since 26. */
    private void heapTooSmall() {
        if (start.heapIsTooSmall()) {
            warnings.add(new Warning(
                    WarningCode.HEAP_TOO_SMALL,
                    "MaxHeapSize (" + start.heap().orElseThrow().max().value()
                            + ") must be large enough for 4 * page-size; Disabling UseLargePages for heap"));
        }
    }

    /** ShenandoahArguments::initialize: fewer than ten large pages. */
    private void uncommit() {
        if (!start.is(Collector.SHENANDOAH) || start.large().sizes().isEmpty()) {
            return;
        }
        Bytes large = start.large().sizes().largest();
        boolean few = start.heap()
                .filter(heap -> heap.max().dividedRoundingUp(large) < 10)
                .isPresent();
        if (few) {
            warnings.add(new Warning(
                    WarningCode.UNCOMMIT_DISABLED,
                    "Large pages size (" + (large.value() >> 10)
                            + "K) is too large to afford page-sized regions, disabling uncommit"));
        }
    }

    /** CodeCache::initialize_heaps, which runs only with several code heaps. */
    private void codeCache() {
        if (start.release() < SMALL_CODE_IS_SAID_SINCE
                || !start.code().segmented()
                || start.large().sizes().isEmpty()) {
            return;
        }
        PageSizes sizes = start.large().sizes();
        Optional<Bytes> one = sizes.fitting(start.code().size(), 1);
        Optional<Bytes> eight = sizes.fitting(start.code().size(), CodeCachePages.LEAST_PAGES);
        if (one.isPresent() && !one.equals(eight)) {
            warnings.add(new Warning(
                    WarningCode.CODE_CACHE_TOO_SMALL,
                    "Code cache size too small for " + proper(one.get()) + " pages. Reverting to smaller page size ("
                            + proper(eight.orElse(start.machine().basePage())) + ")."));
        }
    }

    private void reservations(List<Served> served) {
        boolean failed = served.stream().anyMatch(StartWarnings::isRefused);
        if (!failed || !tellsOfReservations()) {
            return;
        }
        if (start.large().is(Type.SHM)) {
            boolean denied = start.launch().mayUseShm().equals(Optional.of(false));
            warnings.add(new Warning(
                    WarningCode.SHARED_MEMORY_NOT_RESERVED,
                    "Failed to reserve shared memory. (error = " + (denied ? 1 : 12) + ")"));
        }
        // ReservedSpace prints it for any kind of large pages since it retries smaller ones (JDK-8271195).
        boolean ofAnyKind = start.release() >= FALLS_BACK_SINCE && (page.largeGiven() || page.sizeGiven());
        if (!start.large().is(Type.SHM) || ofAnyKind) {
            served.stream()
                    .filter(StartWarnings::isRefused)
                    .forEach(one ->
                            warnings.add(new Warning(WarningCode.RESERVATION_FAILED, reservationFailed(one.piece()))));
        }
    }

    private static boolean isRefused(Served one) {
        return one.none() && one.piece().pages().max() > 0;
    }

    /** Returns whether it reports failed reservations. It does so only if an argument requests large pages by name. */
    private boolean tellsOfReservations() {
        return page.largeGiven()
                || page.sizeGiven()
                || (start.large().is(Type.SHM)
                        ? page.shmGiven()
                        : start.release() < FALLS_BACK_SINCE && page.hugeTlbFsGiven());
    }

    /** Returns whether it may print that a reservation failed, but this cannot be known. */
    boolean perhapsTellsOfReservations() {
        boolean failed = start.served().stream().anyMatch(StartWarnings::isRefused);
        boolean perhaps = start.served().stream().anyMatch(one -> one.granted().isEmpty());
        return perhaps && !failed && tellsOfReservations();
    }

    private String reservationFailed(Piece piece) {
        boolean known = piece.pages().min() == piece.pages().max();
        String bytes = known
                ? Long.toString(piece.pageSize().times(piece.pages().max()).value())
                : "...";
        if (start.release() < 17) {
            return "Failed to reserve large pages memory req_addr: ... bytes: " + bytes + " (errno = 12).";
        }
        return start.release() < FALLS_BACK_SINCE
                ? "Failed to reserve and commit memory. req_addr: ... bytes: " + bytes + " page size: "
                        + piece.pageSize().value() + " (errno = 12)."
                : "Failed to reserve and commit memory using large pages. req_addr: ... bytes: " + bytes;
    }

    /** byte_size_in_proper_unit in {@code src/hotspot/share/utilities/globalDefinitions.hpp}. */
    private static String proper(Bytes size) {
        if (size.compareTo(Bytes.ofGiB(10)) >= 0) {
            return (size.value() >> 30) + "G";
        }
        if (size.compareTo(Bytes.ofMiB(10)) >= 0) {
            return (size.value() >> 20) + "M";
        }
        return size.compareTo(Bytes.ofKiB(10)) >= 0 ? (size.value() >> 10) + "K" : size.value() + "B";
    }
}
