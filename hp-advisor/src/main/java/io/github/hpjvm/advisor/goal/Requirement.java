package io.github.hpjvm.advisor.goal;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Expectation;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.Pages;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.hotspot.RegionForecast;
import io.github.hpjvm.advisor.hotspot.RiskCode;
import io.github.hpjvm.advisor.hotspot.When;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.advisor.watch.RegionReading;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The pages that regions of a JVM must have.
 *
 * @param wanted the accepted kinds of pages
 * @param percent the least share of the resident bytes, 1 to 100; empty for the share of a region's kind: 95 %, or all but
 *     4 MiB of at least half ({@link Backing#isOn})
 * @param regions the regions that must have them, at least one
 */
public record Requirement(Wanted wanted, OptionalInt percent, List<RegionName> regions) {
    /** Less than this of a region says nothing about the rest of it, unless it is half of the region. */
    static final Bytes TELLING = Bytes.ofMiB(128);

    private static final int FULL = 100;

    /** The share that {@link RegionForecast#kind} stands for. */
    private static final int PROMISED = 95;

    public Requirement {
        Objects.requireNonNull(wanted, "wanted");
        Objects.requireNonNull(percent, "percent");
        regions = List.copyOf(regions);
        if (regions.isEmpty()) {
            throw new IllegalArgumentException("no region");
        }
    }

    /**
     * Parses {@code thp}, {@code hugetlb=90} or {@code any}.
     *
     * @param regions as in the record
     * @throws IllegalArgumentException with a message for the user
     */
    public static Requirement parse(String text, List<RegionName> regions) {
        int equals = text.indexOf('=');
        String kind = equals < 0 ? text : text.substring(0, equals);
        String share = equals < 0 ? "" : text.substring(equals + 1);
        for (Wanted wanted : Wanted.values()) {
            boolean wellFormed = equals < 0 || share.matches("[1-9]\\d?|100");
            if (wanted.toString().equals(kind) && wellFormed) {
                return new Requirement(
                        wanted, equals < 0 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(share)), regions);
            }
        }
        throw new IllegalArgumentException("not thp, hugetlb or any, with =PERCENT from 1 to 100 if needed: " + text);
    }

    /** Returns the requirement as on the command line. */
    @Override
    public String toString() {
        return wanted + (percent.isPresent() ? "=" + percent.getAsInt() : "");
    }

    /**
     * Judges the present pages of a JVM. The answer is "not yet" where little of a region is resident and the rest may still
     * get the pages.
     *
     * @param expected the predicted pages of a region for a start now; empty if unknown
     */
    Answer judge(Jvm jvm, Function<RegionName, Optional<RegionForecast>> expected) {
        return judgeRegions(region -> jvm.region(region).backing(), expected);
    }

    /** Judges readings of regions. A region without a reading is unknown. */
    public Answer judge(List<RegionReading> readings) {
        Map<RegionName, Fact<Backing>> known = new EnumMap<>(RegionName.class);
        for (RegionReading reading : readings) {
            known.put(reading.name(), Fact.known(reading.backing(), Source.of("smaps")));
        }
        return judgeRegions(
                region -> known.getOrDefault(region, Fact.absent(Reason.SKIPPED, Source.of("smaps"), "")),
                region -> Optional.empty());
    }

    private Answer judgeRegions(
            Function<RegionName, Fact<Backing>> backing, Function<RegionName, Optional<RegionForecast>> expected) {
        List<Answer> each = new ArrayList<>();
        for (RegionName region : regions) {
            each.add(present(region, backing.apply(region), expected.apply(region)));
        }
        return together(each);
    }

    /** Judges the present pages of the JVM of an advice. */
    public Answer judge(Advice advice) {
        boolean other =
                advice.jvm().identity().known().filter(vm -> !vm.isHotSpot()).isPresent();
        if (other) {
            return together(List.of(answer(Optional.empty(), "its pages are unknown (the process is no HotSpot JVM)")));
        }
        return judge(advice.jvm(), region -> advice.expected(region).map(Expectation::forecast));
    }

    /** Judges the pages that a JVM will get. */
    public Answer judge(Prediction prediction) {
        if (prediction.starts().equals(Optional.of(false))) {
            String why = prediction
                    .refusal()
                    .lines()
                    .findFirst()
                    .map(line -> ": " + line)
                    .orElse("");
            return together(List.of(answer(Optional.of(false), "the JVM does not start" + why)));
        }
        if (prediction.starts().isEmpty()) {
            return together(List.of(answer(Optional.empty(), "it is unknown whether the JVM starts")));
        }
        List<Answer> each = new ArrayList<>();
        for (RegionName region : regions) {
            each.add(prediction
                    .region(region)
                    .map(this::predicted)
                    .orElseGet(() -> answer(Optional.empty(), region + ": its pages are unknown")));
        }
        Answer all = together(each);
        return all.isTrue()
                ? prediction.risks().stream()
                        .filter(risk -> risk.code() == RiskCode.SIGBUS_CGROUP_MAX)
                        .map(risk -> together(List.of(answer(Optional.of(false), reason(risk.text())))))
                        .findFirst()
                        .orElse(all)
                : all;
    }

    private Answer present(RegionName region, Fact<Backing> fact, Optional<RegionForecast> expected) {
        if (fact instanceof Fact.Absent<Backing> absent) {
            return answer(
                    Optional.empty(),
                    region + ": its pages are unknown ("
                            + absent.reason().toString().toLowerCase(Locale.ROOT) + ": " + absent.source() + ")");
        }
        Backing backing = fact.known().orElseThrow().likely();
        Optional<Boolean> holds = holds(backing);
        String state =
                region + ": " + share(backing) + " of " + backing.residentMax().rounded() + " on " + wanted.words();
        if (holds.equals(Optional.of(true))) {
            return answer(
                    holds,
                    backing.residentMax().isZero() ? region + ": all of it is reserved from a hugetlb pool" : state);
        }
        boolean impossible = expected.flatMap(RegionForecast::kind)
                .filter(kind -> kind == PageKind.BASE || !wanted.kinds().contains(kind) && kind != PageKind.MIXED)
                .isPresent();
        boolean little = backing.residentMax().compareTo(TELLING) < 0
                && backing.residentMax().times(2).compareTo(backing.reserved()) < 0;
        if (little && impossible) {
            return answer(Optional.of(false), state);
        }
        if (little) {
            return answer(
                    Optional.empty(),
                    region + ": not yet, " + backing.residentMax().rounded() + " of "
                            + backing.reserved().rounded() + " resident");
        }
        return answer(holds, holds.isEmpty() ? state + ", within the bounds of the reading" : state);
    }

    /** Returns whether the pages hold the requirement; empty if their bounds allow both, or if nothing is resident. */
    private Optional<Boolean> holds(Backing backing) {
        if (percent.isEmpty() || backing.residentMax().isZero()) {
            return backing.isOn(wanted.kinds());
        }
        if (!backing.complete()) {
            return Optional.empty();
        }
        boolean surely = enough(on(backing, Pages::min), off(backing, Pages::max));
        boolean perhaps = enough(on(backing, Pages::max), off(backing, Pages::min));
        return surely == perhaps ? Optional.of(surely) : Optional.empty();
    }

    private boolean enough(Bytes own, Bytes others) {
        return (double) FULL * own.value()
                >= (double) percent.orElse(FULL) * own.plus(others).value();
    }

    private Bytes on(Backing backing, Function<Pages, Bytes> size) {
        return sum(backing, size, true);
    }

    private Bytes off(Backing backing, Function<Pages, Bytes> size) {
        return sum(backing, size, false);
    }

    private Bytes sum(Backing backing, Function<Pages, Bytes> size, boolean accepted) {
        return backing.pages().stream()
                .filter(pages -> wanted.kinds().contains(pages.kind()) == accepted)
                .map(size)
                .reduce(Bytes.ZERO, Bytes::plus);
    }

    /** Returns the share of the accepted pages, rounded down: {@code 99 %}. */
    private String share(Backing backing) {
        long least = percentOf(on(backing, Pages::min), off(backing, Pages::max));
        long most = percentOf(on(backing, Pages::max), off(backing, Pages::min));
        return (least == most ? "" : least + " to ") + most + " %";
    }

    private static long percentOf(Bytes own, Bytes others) {
        long all = own.plus(others).value();
        return all == 0 ? 0 : (long) Math.floor((double) FULL * own.value() / all);
    }

    private Answer predicted(RegionForecast forecast) {
        String state = forecast.name() + ": ";
        Optional<PageKind> kind = forecast.kind();
        if (kind.isEmpty()) {
            return answer(Optional.empty(), state + "its pages are unknown (" + reason(forecast) + ")");
        }
        state += switch (kind.get()) {
            case BASE -> "base pages";
            case THP -> "transparent huge pages of " + forecast.pageSize();
            case HUGETLB -> "pages of " + forecast.pageSize() + " of a hugetlb pool";
            case MIXED -> "pages of several kinds";
        };
        boolean accepted = wanted.kinds().contains(kind.get());
        if (accepted && forecast.when() == When.LATER) {
            return answer(Optional.empty(), state + ", when khugepaged has collapsed its base pages");
        }
        boolean known =
                accepted ? percent.orElse(PROMISED) <= PROMISED : kind.get() != PageKind.MIXED || percent.isEmpty();
        return answer(known ? Optional.of(accepted) : Optional.empty(), state + " (" + reason(forecast) + ")");
    }

    /** The reason inside a sentence. */
    private static String reason(RegionForecast forecast) {
        return reason(forecast.why());
    }

    private static String reason(String sentence) {
        return sentence.replaceAll("\\.$", "");
    }

    private Answer answer(Optional<Boolean> holds, String reason) {
        return new Answer(toString(), holds, reason);
    }

    /** Returns false if one answer is false, else unknown if one is. */
    private Answer together(List<Answer> each) {
        Optional<Boolean> holds = each.stream().anyMatch(Answer::isFalse)
                ? Optional.of(false)
                : each.stream().allMatch(Answer::isTrue) ? Optional.of(true) : Optional.empty();
        String verdict = holds.map(it -> it ? " holds: " : " does not hold: ").orElse(" is open: ");
        return answer(
                holds,
                "--require " + this + verdict
                        + each.stream().map(Answer::reason).collect(Collectors.joining("; ")) + ".");
    }
}
