package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.CampaignOption;
import io.github.hpjvm.bench.options.QuotedWords;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Job;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.Baseline;
import io.github.hpjvm.bench.variant.OwnVariant;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.os.text.ShellQuote;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Date, host, command and versions: the header of every report. */
public final class Origin {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private static final List<CampaignOption> OTHERS = List.of(
            CampaignOption.JVM,
            CampaignOption.PROFILERS,
            CampaignOption.DISTURBED,
            CampaignOption.CHECK_ALONE,
            CampaignOption.GATE);

    private Origin() {}

    /** The header's facts by name, in the order of display. */
    public static Map<String, String> facts(Results results) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", DATE.format(results.host().at()));
        facts.put("host", results.host().name().map(it -> it + ", ").orElse("") + PlanText.host(results.host()));
        loads(results.runs().stream().filter(run -> run.job().profiler().isEmpty()))
                .ifPresent(
                        load -> facts.put("load", "average " + load + "; the size of an effect holds for this load"));
        facts.put("jvm", results.jvm().toString());
        String own = ownVariants(results);
        if (!own.isEmpty()) {
            facts.put("variants", own);
        }
        facts.put("command", command(results));
        facts.put("versions", versions(results));
        return facts;
    }

    /** The range of load averages: {@code 5.2 to 24.1}; empty if unknown. */
    static Optional<String> loads(Stream<Run> runs) {
        DoubleSummaryStatistics loads =
                runs.flatMapToDouble(run -> run.disturbance().load1().stream()).summaryStatistics();
        if (loads.getCount() == 0) {
            return Optional.empty();
        }
        String least = String.format(Locale.ROOT, "%.1f", loads.getMin());
        String most = String.format(Locale.ROOT, "%.1f", loads.getMax());
        return Optional.of(least + (most.equals(least) ? "" : " to " + most));
    }

    /** The variants that the user defined: {@code zgc is -XX:+UseZGC; b is head.jar}. */
    static String ownVariants(Results results) {
        return results.options().variants().stream()
                .filter(OwnVariant.class::isInstance)
                .map(variant -> variant.name() + " is " + variant.describes())
                .collect(Collectors.joining("; "));
    }

    private static String versions(Results results) {
        Tool tool = results.tool();
        return "hp-bench " + tool.hpBench().orElse("unknown")
                + (results.options().profile() == Profile.OWN
                        ? ""
                        : tool.jmh().map(it -> ", JMH " + it).orElse(""));
    }

    /** The command that repeats the campaign. Credentials in a command of the user are masked. */
    public static String command(Results results) {
        BenchOptions options = results.options();
        List<String> words = new ArrayList<>();
        boolean own = options.profile() == Profile.OWN;
        List<Workload> workloads =
                results.cases().stream().map(Case::workload).distinct().toList();
        boolean command = own && Findings.ofCommand(results);
        words.add(command ? "hp-cli try" : "hp-cli bench run");
        if (!own) {
            words.add("--profile " + options.profile().label());
        } else if (!command) {
            words.add("--jar " + file(options, "jar")
                    + (hasProgram(options) ? " --against " + file(options, "against") : ""));
        }
        if (!options.workloads().pattern().isEmpty()) {
            words.add("--workloads " + ShellQuote.word(options.workloads().pattern()));
        }
        if (!options.params().isEmpty()) {
            words.add("--params "
                    + ShellQuote.word(options.params().entrySet().stream()
                            .map(it -> it.getKey() + "=" + String.join(",", it.getValue()))
                            .collect(Collectors.joining(";"))));
        }
        words.addAll(variants(options));
        words.addAll(rounds(results));
        words.add("--seed " + options.seed());
        if (options.provision()) {
            words.add("--provision");
        }
        options.fragment().ifPresent(it -> words.add("--fragment " + it));
        options.clock().ifPresent(it -> words.add("--clock " + it.label()));
        options.interleave().ifPresent(it -> words.add("--interleave " + it.label()));
        words.addAll(others(options));
        if (command && hasProgram(options)) {
            workloads.forEach(it -> words.add("--a " + ShellQuote.word(it.benchmark())));
            programs(options).forEach(it -> words.add("--b " + ShellQuote.word(it)));
        } else if (command) {
            workloads.forEach(it -> words.add("-- " + it.benchmark()));
        }
        words.addAll(forJmh(options));
        return String.join(" ", words);
    }

    /** A jar as the user named it; earlier versions did not record that. */
    private static String file(BenchOptions options, String name) {
        return Optional.ofNullable(options.setting().get(name))
                .map(ShellQuote::word)
                .orElse("...");
    }

    /** The regular expressions, and the options of JMH after two dashes. */
    private static List<String> forJmh(BenchOptions options) {
        List<String> words = new ArrayList<>();
        boolean dashes = false;
        for (String word : QuotedWords.split(BenchOptions.JMH, options.setting().getOrDefault(BenchOptions.JMH, ""))) {
            if (word.startsWith("-") && !dashes) {
                words.add("--");
                dashes = true;
            }
            words.add(ShellQuote.word(word));
        }
        return words;
    }

    /** The other options that decide what is measured, as they were given. */
    private static List<String> others(BenchOptions options) {
        List<String> words = new ArrayList<>();
        Stream<String> names = Stream.of(
                        OTHERS.stream().map(CampaignOption::label),
                        BenchOptions.OF_TRY.stream(),
                        Stream.of(BenchOptions.TIMEOUT))
                .flatMap(it -> it);
        names.forEach(name -> options.setting()
                .getOrDefault(name, "")
                .lines()
                .filter(value -> !value.isBlank() && !value.equals("false"))
                .forEach(value -> words.add("--" + name + (value.equals("true") ? "" : " " + ShellQuote.word(value)))));
        return words;
    }

    /** The rounds of the case with the most; after a budget, the rounds of one case have no successive numbers. */
    private static long mostRounds(Results results) {
        return results.runs().stream()
                .map(Run::job)
                .filter(job -> job.profiler().isEmpty())
                .collect(Collectors.groupingBy(Job::subject, Collectors.mapping(Job::round, Collectors.toSet())))
                .values()
                .stream()
                .mapToLong(Set::size)
                .max()
                .orElse(0);
    }

    private static boolean hasProgram(BenchOptions options) {
        return !programs(options).isEmpty();
    }

    private static List<String> programs(BenchOptions options) {
        return options.variants().stream()
                .filter(OwnVariant.class::isInstance)
                .flatMap(variant -> ((OwnVariant) variant).change().program().stream())
                .toList();
    }

    private static boolean isPlain(Variant variant) {
        return variant instanceof Baseline baseline && baseline.plain();
    }

    /** The options that define the variants. A baseline without flags is the one of a campaign without --variants. */
    private static List<String> variants(BenchOptions options) {
        List<String> words = new ArrayList<>();
        if (options.variants().stream().noneMatch(Origin::isPlain)) {
            words.add("--variants "
                    + options.variants().stream()
                            .filter(variant -> !(variant instanceof OwnVariant))
                            .map(Variant::name)
                            .collect(Collectors.joining(",")));
        }
        Optional.ofNullable(options.setting().get("variant")).stream()
                .flatMap(String::lines)
                .forEach(line -> words.add("--variant " + ShellQuote.word(line)));
        return words;
    }

    /**
     * The options that lead to the same number of rounds: that of a continued campaign, too. The usual budget of a profile
     * applies where none is given.
     */
    private static List<String> rounds(Results results) {
        BenchOptions options = results.options();
        Optional<UntilPrecise> until = options.untilPrecise();
        if (until.isEmpty()) {
            long made = options.continued() ? mostRounds(results) : 0;
            return List.of("--rounds " + Math.max(made, options.rounds()));
        }
        if (until.get().wholeFirst()) {
            return List.of();
        }
        BigDecimal percent = BigDecimal.valueOf(until.get().precision().share())
                .movePointRight(2)
                .stripTrailingZeros();
        return List.of(
                "--rounds " + options.rounds(),
                "--precision " + percent.toPlainString() + "%",
                "--budget " + until.get().budget().toSeconds() + "s");
    }
}
