package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.hotspot.LargePages.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the JVM says about flags and pages at its start. */
final class StartWarnings {

    private static final int FALLS_BACK_SINCE = 19;

    /** Up to 21 it asked for room for eight pages in both of the sizes that it compares; 22 to 24 were not seen. */
    private static final int SMALL_CODE_IS_SAID_SINCE = 22;

    private final Start start;
    private final PageFlags page;
    private final List<Warning> warnings = new ArrayList<>();

    StartWarnings(Start start) {
        this.start = start;
        this.page = new PageFlags(start.flags());
    }

    /** Those that it says before it reserves anything. */
    List<Warning> early() {
        warnings.addAll(Warning.of(start.flags().warnings()));
        warnings.addAll(start.large().warnings());
        interpreter();
        return warnings;
    }

    /** CompilerConfig::ergo_initialize in {@code src/hotspot/share/compiler/compilerDefinitions.cpp}. */
    private void interpreter() {
        boolean only = start.flags().isGiven("UseCompiler") && !start.flags().isOn("UseCompiler");
        boolean segments =
                start.flags().isGiven("SegmentedCodeCache") && start.flags().isOn("SegmentedCodeCache");
        if (start.release() >= 17 && only && segments) {
            warnings.add(
                    new Warning(WarningCode.FLAG_CONFLICT, "SegmentedCodeCache has no meaningful effect with -Xint"));
        }
    }

    List<Warning> all() {
        early();
        heapTooSmall();
        uncommit();
        codeCache();
        reservations();
        return warnings;
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

    /** CodeCache::initialize_heaps, which is only for several code heaps. */
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

    private void reservations() {
        boolean failed = start.served().stream()
                .anyMatch(served -> served.none() && served.piece().pages().max() > 0);
        boolean explicit = page.largeGiven()
                || page.sizeGiven()
                || (start.large().is(Type.SHM)
                        ? page.shmGiven()
                        : start.release() < FALLS_BACK_SINCE && page.hugeTlbFsGiven());
        if (!failed || !explicit) {
            return;
        }
        if (start.large().is(Type.SHM)) {
            boolean denied = start.launch().mayUseShm().equals(Optional.of(false));
            warnings.add(new Warning(
                    WarningCode.SHARED_MEMORY_NOT_RESERVED,
                    "Failed to reserve shared memory. (error = " + (denied ? 1 : 12) + ")"));
        }
        // ReservedSpace says it of any kind of large pages since it tries smaller ones (JDK-8271195).
        boolean ofAnyKind = start.release() >= FALLS_BACK_SINCE && (page.largeGiven() || page.sizeGiven());
        if (!start.large().is(Type.SHM) || ofAnyKind) {
            warnings.add(new Warning(WarningCode.RESERVATION_FAILED, reservationFailed()));
        }
    }

    private String reservationFailed() {
        if (start.release() < 17) {
            return "Failed to reserve large pages memory req_addr: ... bytes: ... (errno = 12).";
        }
        return start.release() < FALLS_BACK_SINCE
                ? "Failed to reserve and commit memory. req_addr: ... bytes: ... page size: ... (errno = 12)."
                : "Failed to reserve and commit memory using large pages. req_addr: ... bytes: ...";
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
