package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.json.RulesJson;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.RulePageText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Paragraph;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli explain}: prints the page of a rule, or the list of all rules. */
@Command(
        name = "explain",
        description = {
            "Explain a finding of hp-cli advise: symptom, cause, evidence, fix, check, when to ignore it, sources.",
            "Without a rule, list all rules."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
public final class ExplainCommand implements Callable<Integer> {
    private static final Pattern ID = Pattern.compile("(?:[hH][pP])?[-_ ]?(\\d{3})");

    @Parameters(arity = "0..1", paramLabel = "HP-xxx", description = "The rule, such as HP-104 or 104.")
    private String rule;

    @Option(
            names = "--bugs",
            description =
                    "List the known bugs of HotSpot about huge pages: affected and fixed releases, and their source.")
    private boolean bugs;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
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
                : rule == null
                        ? RulePageText.index(rules)
                        : RulePageText.of(RulePage.of(rules.get(0).id()).orElseThrow());
        Consoles.standard().out().print(text);
        return ExitCodes.OK;
    }

    private Rule named() {
        Matcher id = ID.matcher(rule);
        String name = id.matches() ? "HP-" + id.group(1) : rule;
        List<Rule> all = Rules.all();
        return all.stream()
                .filter(one -> one.id().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("no rule " + rule + "; rules are "
                        + all.get(0).id() + " to " + all.get(all.size() - 1).id() + ", and hp-cli explain lists them"));
    }

    /** Three lines for each bug and release line: releases, effect, and the source of the releases. */
    private static String knownBugs() {
        StringBuilder text = new StringBuilder();
        for (KnownBugs.Bug bug : KnownBugs.all()) {
            Stream.of(
                            Paragraph.lines(
                                    "",
                                    bug.number() + "  affected: " + bug.affected() + "; fixed in: "
                                            + String.join(", ", bug.fixed())),
                            Paragraph.lines("    ", bug.what()),
                            Paragraph.lines("    ", "source: " + bug.settled()))
                    .flatMap(List::stream)
                    .forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }
}
