package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.json.RulesJson;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.terminal.Table;
import io.github.hpjvm.bench.terminal.Table.Cell;
import io.github.hpjvm.bench.terminal.Table.Column;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli explain}: what a rule is about, or which rules there are. */
@Command(
        name = "explain",
        description = {
            "Say what a finding of hp-cli advise means: symptom, cause, evidence, fix, check, when to ignore it.",
            "Without a rule: list them all."
        },
        sortOptions = false)
final class ExplainCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "HP-xxx", description = "The rule, as hp-cli advise names it.")
    private String rule;

    @Option(
            names = "--bugs",
            description =
                    "List the known bugs of HotSpot about huge pages: affected and fixed releases, and their source.")
    private boolean bugs;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        if (bugs) {
            if (rule != null || format == Format.JSON) {
                throw new UsageException("--bugs takes neither a rule nor --format json");
            }
            Consoles.standard().out().print(knownBugs());
            return 0;
        }
        List<Rule> rules = rule == null ? Rules.all() : List.of(named());
        String text = format == Format.JSON
                ? RulesJson.write(rules)
                : rule == null ? index() : RulePage.of(rules.get(0).id()).orElseThrow();
        Consoles.standard().out().print(text);
        return 0;
    }

    private Rule named() {
        return Rules.all().stream()
                .filter(one -> one.id().equals(rule.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new UsageException("there is no rule " + rule + "; there are "
                        + Rules.all().stream().map(Rule::id).collect(Collectors.joining(", "))));
    }

    /** One row for each bug and release line; below it what happens, and how the releases are known. */
    private static String knownBugs() {
        StringBuilder text = new StringBuilder();
        for (KnownBugs.Bug bug : KnownBugs.all()) {
            text.append(bug.number())
                    .append("  affected: ")
                    .append(bug.affected())
                    .append("; fixed in: ")
                    .append(String.join(", ", bug.fixed()))
                    .append("\n    ")
                    .append(bug.what())
                    .append("\n    source: ")
                    .append(bug.settled())
                    .append('\n');
        }
        return text.toString();
    }

    private static String index() {
        Table table = new Table(Column.left("rule"), Column.left("about"), Column.left(""));
        Rules.all().forEach(one -> table.row(List.of(Cell.of(one.id()), Cell.of(one.subject()), Cell.of(one.title()))));
        return table.lines("", false).stream().map(line -> line + "\n").collect(Collectors.joining());
    }
}
