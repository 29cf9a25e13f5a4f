package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.json.RulesJson;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.symptom.Symptom;
import io.github.hpjvm.advisor.symptom.Symptoms;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.text.RulePageText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.terminal.Paragraph;
import java.nio.file.Path;
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
            "With a message or words, list the pages about them, the most likely first. With -, read a log from stdin."
                    + " Without an operand, list all rules."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli explain HP-104",
            "  hp-cli explain Failed to reserve large pages memory",
            "  hp-cli explain - < service.log"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {ExitCodes.SUCCESS, ExitCodes.ERROR, ExitCodes.USAGE, ExitCodes.PIPE})
public final class ExplainCommand implements Callable<Integer> {
    private static final Path STDIN = Path.of("-");
    private static final int MOST = 5;
    private static final Pattern ID = Pattern.compile("(?:[hH][pP])?[-_ ]?(\\d{3})");

    @Parameters(
            arity = "0..*",
            paramLabel = "HP-xxx|TEXT|-",
            hideParamSyntax = true,
            completionCandidates = RuleIds.class,
            description = "A rule, such as HP-104 or 104; a message or words; or - for a log on stdin.")
    private List<String> operands = List.of();

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
            if (!operands.isEmpty()) {
                throw new UsageException("--bugs takes no rule");
            }
            Consoles.standard().out().print(format == Format.JSON ? RulesJson.ofBugs(KnownBugs.all()) : knownBugs());
            return 0;
        }
        Consoles.standard().out().print(operands.isEmpty() ? all() : answer(String.join(" ", operands)));
        return ExitCodes.OK;
    }

    private String all() {
        return format == Format.JSON ? RulesJson.write(Rules.all()) : RulePageText.index(Rules.all());
    }

    /** The page of a rule, or the pages about a text. */
    private String answer(String text) {
        Matcher id = ID.matcher(text);
        if (id.matches()) {
            Rule rule = Rules.of("HP-" + id.group(1)).orElseThrow(() -> noRule(text));
            return format == Format.JSON
                    ? RulesJson.write(List.of(rule))
                    : RulePageText.of(RulePage.of(rule.id()).orElseThrow());
        }
        List<Symptom> symptoms = Symptoms.of(text.equals("-") ? NamedInput.textOrStdin(STDIN) : text, MOST);
        if (symptoms.isEmpty()) {
            throw text.equals("-")
                    ? new UsageException("no known message in this log; hp-cli explain lists the rules")
                    : noRule(text);
        }
        return format == Format.JSON
                ? RulesJson.write(symptoms.stream().map(Symptom::rule).toList())
                : listed(symptoms);
    }

    private static UsageException noRule(String text) {
        List<Rule> all = Rules.all();
        return new UsageException("no rule and no page about '" + text + "'; rules are "
                + all.get(0).id() + " to " + all.get(all.size() - 1).id() + ", and hp-cli explain lists them");
    }

    private static String listed(List<Symptom> symptoms) {
        StringBuilder text = new StringBuilder();
        for (Symptom symptom : symptoms) {
            Paragraph.lines("", symptom.rule().id() + "  " + symptom.rule().title())
                    .forEach(line -> text.append(line).append('\n'));
            if (!symptom.meaning().isEmpty()) {
                Paragraph.lines("        ", symptom.meaning())
                        .forEach(line -> text.append(line).append('\n'));
            }
        }
        return text.append("\nhp-cli explain ")
                .append(symptoms.get(0).rule().id())
                .append(" prints the first page.\n")
                .toString();
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
