package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Clock;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.stats.Comparison;
import io.github.hpjvm.bench.stats.SignedRank;
import io.github.hpjvm.bench.stats.Verdict;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The answers of a workload: one sentence for each variant, in per cent and in absolute units. */
public final class Answers {
    /** An interval that allows a larger difference than this one says nothing that a reader may take for an answer. */
    private static final double WIDE = 1.05;

    /** Up to this number, differences are listed one by one. A longer list becomes a range and the largest difference. */
    private static final int MAX_LISTED = 3;

    /** A java launcher below the folder of its JVM, and what precedes that. Folders of all programs belong to no JVM. */
    private static final Pattern LAUNCHER = Pattern.compile(".*/(?!usr/|\\.?local/)([^/]+/bin/java)");

    private Answers() {}

    /**
     * The answer for one variant.
     *
     * @param variant the beginning of the sentence: {@code THP: }
     * @param body the rest of the sentence, without its full stop
     * @param fix the command that makes the missing pages available
     */
    public record Answer(String variant, String body, Optional<String> fix) {
        /** The sentence without its full stop. */
        public String text() {
            return variant + body;
        }
    }

    /**
     * Returns the answer:
     * {@code THP: 9.7 % less CPU time per operation at 100 MB (8.8 to 14.1 %; saves 3.1 of 32.1 ns); no difference up to 1 MB (any is below 0.4 %)}.
     */
    public static Answer of(Findings findings, Workload workload, Variant variant) {
        List<Comparison> all = findings.comparisons(workload, variant);
        List<String> parts = new ArrayList<>();
        Predicate<Comparison> small = EffectSize::negligible;
        differences(findings, chosen(all, Verdict.FASTER, small.negate()), all, parts);
        differences(findings, chosen(all, Verdict.SLOWER, small.negate()), all, parts);
        same(findings, all.stream().filter(small).toList(), all, parts);
        undecided(findings, chosen(all, Verdict.INCONCLUSIVE, small.negate()), all, parts);
        List<Comparison> without = chosen(all, Verdict.NOT_REALISED, it -> true);
        if (without.isEmpty()) {
            return new Answer(label(variant) + ": ", String.join("; ", parts), Optional.empty());
        }
        List<Case> cases = without.stream().map(Comparison::subject).toList();
        Optional<String> fix = findings.fixOf(cases, variant);
        String why = whyNot(findings, cases, variant, fix);
        if (parts.isEmpty()) {
            return new Answer(label(variant) + " ", "was not measured" + why, fix);
        }
        parts.add(Findings.NOT_MEASURED + CaseNames.at(without, all) + why);
        return new Answer(label(variant) + ": ", String.join("; ", parts), fix);
    }

    /** A variant's name at the start of a sentence: {@code THP}, {@code hugetlb}. */
    public static String label(Variant variant) {
        String name = variant.name();
        if (variant instanceof OwnVariant own && own.change().program().isPresent()) {
            return name + " (" + program(own.change().program().get()) + ")";
        }
        return name.equals("thp") || name.startsWith("thp-") ? "THP" + name.substring(3) : name;
    }

    /**
     * A program without the folders of its files. A java launcher keeps the folder of its JVM, which may be the only
     * difference: {@code 17/bin/java -jar app.jar}.
     */
    private static String program(String text) {
        String[] words = text.split(" ");
        boolean java = words[0].equals("java") || words[0].endsWith("/java");
        if (!java && text.endsWith(".jar")) {
            return file(text);
        }
        return Stream.concat(
                        Stream.of(java ? LAUNCHER.matcher(words[0]).replaceFirst("$1") : file(words[0])),
                        Stream.of(words).skip(1).map(word -> word.startsWith("/") ? file(word) : word))
                .collect(Collectors.joining(" "));
    }

    private static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The verdicts of a variant as a short phrase: {@code faster at 2 of 5}, {@code no difference}. */
    public static String summary(List<Comparison> all) {
        List<String> parts = new ArrayList<>();
        for (Verdict verdict : List.of(Verdict.FASTER, Verdict.SLOWER)) {
            long times = all.stream()
                    .filter(it -> it.verdict() == verdict && !EffectSize.negligible(it))
                    .count();
            if (times > 0) {
                parts.add(EffectSize.verdict(verdict)
                        + (times == all.size() ? "" : " at " + times + " of " + all.size()));
            }
        }
        if (!parts.isEmpty()) {
            return String.join(", ", parts);
        }
        return colour(all) == Verdict.NOT_REALISED ? Findings.NOT_MEASURED : EffectSize.verdict(colour(all));
    }

    /** The verdict that decides a variant's colour. */
    public static Verdict colour(List<Comparison> all) {
        return all.stream()
                .map(it -> EffectSize.negligible(it) ? Verdict.SAME : it.verdict())
                .min(Enum::compareTo)
                .filter(it ->
                        it != Verdict.SAME || all.stream().noneMatch(one -> one.verdict() == Verdict.INCONCLUSIVE))
                .orElse(Verdict.INCONCLUSIVE);
    }

    /**
     * Both clocks:
     * {@code 48 % less wall time per run (29 to 60 %, faster) and 44 % less CPU time per run (40 to 47 %, faster)}.
     */
    static String byBothClocks(Findings findings, Comparison comparison) {
        List<String> parts = new ArrayList<>();
        for (Clock clock : List.of(Clock.WALL, Clock.CPU)) {
            parts.add(byClock(findings, comparison, clock));
        }
        return String.join(" and ", parts);
    }

    /** The last line of a report on a command: each variant by wall time and by CPU time. */
    public static String result(Findings findings) {
        List<String> parts = new ArrayList<>();
        for (Workload workload : findings.workloads()) {
            for (Variant variant : findings.compared()) {
                for (Comparison it : findings.comparisons(workload, variant)) {
                    parts.add(label(variant) + ": "
                            + (it.verdict() == Verdict.NOT_REALISED
                                    ? notMeasured(findings, it.subject(), variant)
                                    : byBothClocks(findings, it)));
                }
            }
        }
        return "Result: " + String.join("; ", parts) + ".";
    }

    private static String notMeasured(Findings findings, Case subject, Variant variant) {
        NoRatio why = findings.whyNoRatio(subject, variant);
        return why.isOfVariant(NoRatio.Why.NOT_MEASURED) ? why.text() : Findings.NOT_MEASURED + ", " + why.text();
    }

    private static String byClock(Findings findings, Comparison comparison, Clock clock) {
        EffectSize effect = new EffectSize(findings, comparison, clock);
        if (comparison.by(clock).ratio().isEmpty()) {
            return effect.noun() + ": " + (clock == Clock.CPU ? "not compared" : "no ratio");
        }
        Verdict verdict = findings.comparisons().verdict(comparison, clock);
        String word =
                verdict == Verdict.INCONCLUSIVE && comparison.by(clock).ci95().isEmpty()
                        ? "needs " + SignedRank.FEWEST + " rounds"
                        : EffectSize.verdict(verdict);
        return effect.size() + " " + effect.noun()
                + effect.range().map(it -> " (" + it + ", " + word + ")").orElse(" (" + word + ")");
    }

    private static List<Comparison> chosen(List<Comparison> all, Verdict verdict, Predicate<Comparison> and) {
        return all.stream()
                .filter(it -> it.verdict() == verdict && and.test(it))
                .toList();
    }

    private static void differences(
            Findings findings, List<Comparison> group, List<Comparison> all, List<String> parts) {
        if (group.isEmpty()) {
            return;
        }
        EffectSize first = new EffectSize(findings, group.get(0));
        if (group.size() > MAX_LISTED) {
            Comparator<Comparison> byDistance = Comparator.comparingDouble(Answers::distance);
            String least = new EffectSize(findings, Collections.min(group, byDistance)).size();
            Comparison most = Collections.max(group, byDistance);
            EffectSize largest = new EffectSize(findings, most);
            parts.add(least.substring(0, least.indexOf(' ')) + " to " + largest.size() + " " + first.noun()
                    + CaseNames.at(group, all) + ", most" + CaseNames.at(List.of(most), all) + largest.details());
            return;
        }
        List<String> each = new ArrayList<>();
        for (Comparison one : group) {
            EffectSize effect = new EffectSize(findings, one);
            String size = effect.size();
            each.add((each.isEmpty() ? size + " " + first.noun() : size.substring(0, size.lastIndexOf(' ')))
                    + CaseNames.at(List.of(one), all)
                    + effect.details());
        }
        parts.add(String.join(", ", each));
    }

    private static double distance(Comparison comparison) {
        return Math.abs(Math.log(comparison.ratio().ratio().orElseThrow()));
    }

    private static void same(Findings findings, List<Comparison> group, List<Comparison> all, List<String> parts) {
        if (!group.isEmpty()) {
            parts.add("no difference" + CaseNames.at(group, all) + " (any is below " + EffectSize.bound(findings, group)
                    + ")");
        }
    }

    private static void undecided(Findings findings, List<Comparison> group, List<Comparison> all, List<String> parts) {
        List<Comparison> few =
                group.stream().filter(it -> it.ratio().ci95().isEmpty()).toList();
        List<Comparison> withOne = group.stream().filter(it -> holdsOne(it)).toList();
        List<Comparison> biased = new ArrayList<>(group.stream()
                .filter(it -> it.ratio().ci95().isPresent() && !holdsOne(it))
                .toList());
        List<Comparison> narrow = withOne.stream().filter(it -> !isWide(it)).toList();
        List<Comparison> wide = withOne.stream().filter(Answers::isWide).toList();
        if (!narrow.isEmpty()) {
            parts.add("no difference detected" + CaseNames.at(narrow, all) + " (any is below "
                    + EffectSize.bound(findings, narrow) + ")");
        }
        if (!wide.isEmpty()) {
            parts.add("no verdict" + CaseNames.at(wide, all) + " (any difference is below "
                    + EffectSize.bound(findings, wide) + ")");
        }
        List<Comparison> unchecked =
                biased.stream().filter(it -> it.judgedBy().isEmpty()).toList();
        if (!unchecked.isEmpty()) {
            parts.add("no verdict" + CaseNames.at(unchecked, all) + ": needs an A/A check");
        }
        biased.removeAll(unchecked);
        if (!biased.isEmpty()) {
            parts.add("no verdict" + CaseNames.at(biased, all)
                    + ": the interval begins within the bias of the A/A pair ("
                    + biased.stream()
                            .map(it -> new EffectSize(findings, it).range().orElseThrow() + " "
                                    + new EffectSize(findings, it).size().replaceAll(".* ", ""))
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        if (!few.isEmpty()) {
            parts.add("no verdict" + CaseNames.at(few, all) + ": needs " + SignedRank.FEWEST + " rounds");
        }
    }

    private static boolean isWide(Comparison comparison) {
        return comparison.ratio().notExcluded().filter(bound -> bound > WIDE).isPresent();
    }

    private static boolean holdsOne(Comparison comparison) {
        return comparison.ratio().ci95().filter(it -> it.contains(1)).isPresent();
    }

    private static String whyNot(Findings findings, List<Case> cases, Variant variant, Optional<String> fix) {
        boolean emptyPool = fix.filter(it -> it.contains("nr_hugepages")).isPresent()
                && findings.results()
                        .host()
                        .pool()
                        .filter(it -> it.total() == 0)
                        .isPresent();
        String why = emptyPool
                ? "the pool is empty"
                : cases.stream()
                        .map(it -> findings.whyNoRatio(it, variant))
                        .filter(it -> !it.isOfVariant(NoRatio.Why.NOT_MEASURED))
                        .map(NoRatio::text)
                        .distinct()
                        .collect(Collectors.joining(", "));
        return why.isEmpty()
                ? findings.whyNotForked(cases, variant).map(it -> ": " + it).orElse("")
                : ": " + why;
    }
}
