package io.github.hpjvm.bench.jdk;

import static io.github.hpjvm.advisor.hotspot.KnownBugs.Symptom.BASE_PAGES;
import static io.github.hpjvm.advisor.hotspot.KnownBugs.Symptom.UNTOUCHED;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.hotspot.KnownBugs.Symptom;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import java.util.List;
import java.util.Optional;

/**
 * Judges a case by the prediction for the newest known update of its release, in which known bugs are fixed. Pure.
 *
 * @param version the version of the build
 * @param machine the host while the case ran
 */
public record JdkJudge(JavaVersion version, JdkMachine machine) {
    /** The first release whose log has the page size of the heap, not its alignment (JDK-8243315, JDK-8261527). */
    private static final int REAL_SINCE = 17;

    /** Updates before its fix do not read the mode of transparent huge pages. Measured: 17.0.9, not 17.0.21. */
    private static final String MODE_UNREAD = "JDK-8310233";

    /** The part of a touched heap that may stay untouched: ends of spaces that a collector does not use. */
    private static final int UNUSED_SHARE = 20;

    /** Returns the judgement of a case. */
    public JdkResult judge(JdkCase test, Prediction prediction, JdkSighting seen) {
        Optional<PageKind> predicted = prediction.region(RegionName.HEAP).flatMap(RegionForecast::kind);
        if (seen.ended()) {
            return result(test, ended(prediction.starts()), predicted, seen, seen.failure(), List.of());
        }
        if (seen.mapped().isEmpty()) {
            return result(test, Status.UNKNOWN, predicted, seen, seen.failure(), List.of());
        }
        if (prediction.starts().equals(Optional.of(false))) {
            String reason =
                    "the JVM starts, and the prediction is that it does not: " + firstLine(prediction.refusal());
            return result(test, Status.DIFFERENT, predicted, seen, reason, List.of());
        }
        PageKind mapped = seen.mapped().get();
        if (isUntouched(test, mapped, seen)) {
            List<String> bugs = bugs(test, UNTOUCHED);
            Status status = bugs.isEmpty() && staysUntouched(test, mapped) ? Status.SAME : Status.DIFFERENT;
            String reason = "AlwaysPreTouch: " + seen.resident().rounded() + " of "
                    + test.heap().rounded() + " of the heap is resident"
                    + (status == Status.SAME ? ", as in each update of this release" : "");
            return result(test, status, predicted, seen, reason, bugs);
        }
        if (predicted.isEmpty()) {
            return result(test, Status.UNKNOWN, predicted, seen, "the pages of the heap are not predicted", List.of());
        }
        if (predicted.get() != mapped) {
            return result(
                    test,
                    Status.DIFFERENT,
                    predicted,
                    seen,
                    "predicted " + predicted.get() + ", mapped " + mapped,
                    bugs(test, BASE_PAGES));
        }
        boolean logs = version.feature() >= REAL_SINCE
                && seen.logged()
                        .filter(size -> size.compareTo(machine.basePage()) > 0)
                        .isPresent();
        if (logs && mapped == PageKind.BASE) {
            String reason = "the log says " + seen.logged().get().rounded() + ", mapped " + mapped;
            return result(test, Status.DIFFERENT, predicted, seen, reason, bugsOfLog(test));
        }
        return result(test, Status.SAME, predicted, seen, "", List.of());
    }

    /** A JVM that refuses to start, as predicted, is no difference. */
    private static Status ended(Optional<Boolean> starts) {
        return starts.map(starting -> starting ? Status.DIFFERENT : Status.SAME).orElse(Status.UNKNOWN);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("no reason");
    }

    /** Returns the difference of two builds on one host; empty if both have the same pages, or one is unknown. */
    public static Optional<String> difference(JdkResult one, JdkResult other) {
        if (one.seen().ended() != other.seen().ended() && one.isRun() && other.isRun()) {
            return Optional.of(
                    one.seen().ended()
                            ? one.seen().failure() + "; the other build starts"
                            : "the other build does not start: " + other.seen().failure());
        }
        Optional<PageKind> here = one.seen().mapped();
        Optional<PageKind> there = other.seen().mapped();
        if (here.isEmpty() || there.isEmpty()) {
            return Optional.empty();
        }
        if (!here.equals(there)) {
            return Optional.of("mapped " + here.get() + ", the other build " + there.get());
        }
        boolean alike =
                isUntouched(one.test(), here.get(), one.seen()) == isUntouched(other.test(), there.get(), other.seen());
        return alike
                ? Optional.empty()
                : Optional.of(
                        "AlwaysPreTouch: " + one.seen().resident().rounded() + " of the heap is resident, of the other"
                                + " build " + other.seen().resident().rounded());
    }

    /** Pages of a pool are reserved at the start, touched or not. */
    private static boolean isUntouched(JdkCase test, PageKind mapped, JdkSighting seen) {
        long least = test.heap().value() - test.heap().value() / UNUSED_SHARE;
        return mapped != PageKind.HUGETLB && seen.resident().value() < least;
    }

    /**
     * Returns whether AlwaysPreTouch leaves such a heap untouched in each update of the release, so that it is no difference:
     *
     * <ul>
     *   <li>Parallel and Shenandoah touch in steps of a large page, also where the heap did not get large pages:
     *       MutableSpace::initialize in {@code mutableSpace.cpp}, ShenandoahHeap::initialize in {@code shenandoahHeap.cpp}
     *       (0003425915cc). Measured on 17.0.9 to 25.0.5. G1 did so too: measured on 11.0.33, not on 17.0.9.
     *   <li>ZGC of 11 keeps a reserve (ZHeap::max_reserve in {@code zHeap.cpp}). Measured on 11.0.33, not on 17.0.9.
     * </ul>
     */
    private boolean staysUntouched(JdkCase test, PageKind mapped) {
        boolean old = version.feature() < REAL_SINCE;
        boolean fellBack = mapped == PageKind.BASE
                && (test.pages() == JdkCase.Pages.HUGETLB || test.pages() == JdkCase.Pages.HUGETLB_1G);
        return switch (test.gc()) {
            case PARALLEL, SHENANDOAH -> fellBack;
            case G1 -> fellBack && old;
            case ZGC -> old;
            case SERIAL, CMS, EPSILON, ZGC_GENERATIONAL -> false;
        };
    }

    /** A heap that is not touched is on base pages for lack of a pool: what shows without a request shows there, too. */
    private List<String> bugs(JdkCase test, Symptom symptom) {
        Requested asked = switch (test.pages()) {
            case BASE -> Requested.NONE;
            case THP -> Requested.THP;
            case HUGETLB, HUGETLB_1G -> Requested.HUGETLB;
        };
        return KnownBugs.of(version, Optional.of(test.gc())).stream()
                .filter(bug -> bug.symptom() == symptom && machine.meets(bug.when()))
                .filter(bug -> bug.asked() == asked || bug.asked() == Requested.NONE && symptom == UNTOUCHED)
                .map(KnownBugs.Bug::number)
                .distinct()
                .toList();
    }

    /** Returns the bug for which a JVM logs huge pages in mode never. */
    private List<String> bugsOfLog(JdkCase test) {
        boolean never = machine.thp()
                .filter(policy -> policy.effective().equals("never"))
                .isPresent();
        return KnownBugs.of(version, Optional.of(test.gc())).stream()
                .map(KnownBugs.Bug::number)
                .filter(number -> never && test.pages() == JdkCase.Pages.THP && number.equals(MODE_UNREAD))
                .distinct()
                .toList();
    }

    private static JdkResult result(
            JdkCase test,
            Status status,
            Optional<PageKind> predicted,
            JdkSighting seen,
            String reason,
            List<String> bugs) {
        return new JdkResult(test, status, predicted, seen, reason, bugs);
    }
}
