package io.github.hpjvm.bench.report.model;

import io.github.hpjvm.bench.options.BenchOptions;
import io.github.hpjvm.bench.options.UntilPrecise;
import io.github.hpjvm.bench.plan.Case;
import io.github.hpjvm.bench.plan.Profile;
import io.github.hpjvm.bench.plan.Workload;
import io.github.hpjvm.bench.variant.Variant;
import io.github.hpjvm.os.text.ShellQuote;
import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Date, host, command and versions: the header of every report. */
public final class Origin {
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Origin() {}

    /** The header's facts by name, in the order of display. */
    public static Map<String, String> facts(Results results) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("date", DATE.format(results.host().at()));
        facts.put("host", results.host().name().map(it -> it + ", ").orElse("") + PlanText.host(results.host()));
        facts.put("jvm", results.jvm().toString());
        facts.put("command", command(results));
        facts.put("versions", versions(results));
        return facts;
    }

    private static String versions(Results results) {
        Tool tool = Tool.current();
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
            words.add("--jar ...");
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
        words.add("--variants " + options.variants().stream().map(Variant::name).collect(Collectors.joining(",")));
        words.addAll(rounds(options));
        words.add("--seed " + options.seed());
        if (options.provision()) {
            words.add("--provision");
        }
        options.fragment().ifPresent(it -> words.add("--fragment " + it));
        options.clock().ifPresent(it -> words.add("--clock " + it.label()));
        options.interleave().ifPresent(it -> words.add("--interleave " + it.label()));
        if (command) {
            workloads.forEach(it -> words.add("-- " + it.benchmark()));
        }
        return String.join(" ", words);
    }

    /** The options that lead to the same number of rounds. The usual budget of a profile applies where none is given. */
    private static List<String> rounds(BenchOptions options) {
        Optional<UntilPrecise> until = options.untilPrecise();
        if (until.isEmpty()) {
            return List.of("--rounds " + options.rounds());
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
