package io.github.hpjvm.cli.help;

import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A manual page of section 1 in the macros of man(7), made from the help of a command. */
final class ManPage {
    private final StringBuilder page = new StringBuilder();
    private final CommandSpec spec;
    private final UsageMessageSpec usage;

    private ManPage(CommandLine line) {
        this.spec = line.getCommandSpec();
        this.usage = spec.usageMessage();
    }

    static String of(CommandLine line) {
        return new ManPage(line).text();
    }

    private String text() {
        String name = spec.qualifiedName("-");
        macro(".TH \"" + name.toUpperCase(Locale.ROOT) + "\" 1");
        macro(".SH NAME");
        String[] description = usage.description();
        say(name + " \\- " + escaped(firstSentence(description.length == 0 ? "" : description[0])));
        macro(".SH SYNOPSIS");
        macro(".nf");
        synopsis().strip().lines().forEach(each -> say(escaped(each)));
        macro(".fi");
        macro(".SH DESCRIPTION");
        for (String paragraph : description) {
            if (paragraph.isEmpty()) {
                macro(".PP");
            } else {
                say(escaped(format(paragraph)));
            }
        }
        if (!spec.subcommands().isEmpty()) {
            macro(".SH COMMANDS");
            spec.subcommands().forEach(this::subcommand);
        }
        macro(".SH OPTIONS");
        spec.positionalParameters().forEach(this::parameter);
        spec.options().stream().filter(option -> !option.hidden()).forEach(this::option);
        if (!usage.exitCodeList().isEmpty()) {
            macro(".SH EXIT STATUS");
            usage.exitCodeList().forEach((code, text) -> entry("\\fB" + code.strip() + "\\fR", text));
        }
        if (usage.footer().length > 0) {
            macro(".SH EXAMPLES");
            macro(".nf");
            for (String example : usage.footer()) {
                say(escaped(format(example)));
            }
            macro(".fi");
        }
        return page.toString();
    }

    private String synopsis() {
        Help help = new Help(spec, Help.defaultColorScheme(Help.Ansi.OFF));
        return help.synopsis(0).replaceAll("(?m)^ +", "");
    }

    private void subcommand(String name, CommandLine subcommand) {
        String[] description = subcommand.getCommandSpec().usageMessage().description();
        entry("\\fB" + escaped(name) + "\\fR", description.length == 0 ? "" : format(description[0]));
    }

    private void parameter(PositionalParamSpec parameter) {
        if (!parameter.hidden()) {
            entry("\\fI" + escaped(parameter.paramLabel()) + "\\fR", text(parameter.description()));
        }
    }

    private void option(OptionSpec option) {
        String names = "\\fB" + escaped(String.join(", ", option.names())) + "\\fR";
        boolean flag = option.arity().max() == 0;
        entry(names + (flag ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR"), text(option.description()));
    }

    private static String text(String... description) {
        StringBuilder text = new StringBuilder();
        for (String paragraph : description) {
            text.append(text.length() == 0 ? "" : " ").append(format(paragraph));
        }
        return text.toString();
    }

    private void entry(String term, String text) {
        macro(".TP");
        say(term);
        say(escaped(text));
    }

    private void macro(String text) {
        page.append(text).append('\n');
    }

    private void say(String text) {
        page.append(text).append('\n');
    }

    /** Picocli descriptions are format strings. */
    private static String format(String text) {
        return text.replace("%n", "\n").replace("%%", "%");
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        return (end < 0 ? text : text.substring(0, end)).replaceFirst("[.:]$", "");
    }

    /** Text in which roff sees no escapes and no requests. */
    private static String escaped(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
