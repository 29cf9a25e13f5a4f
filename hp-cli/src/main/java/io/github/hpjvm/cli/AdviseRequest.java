package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.AdviceText;

/**
 * What {@code hp-cli advise} was asked, and the answer.
 *
 * @param choice which JVM is meant
 * @param failOn from which severity on the exit code is 3
 * @param format what stdout shows
 * @param fullCommandLine whether the document has the arguments of the program
 */
record AdviseRequest(JvmChoice choice, FailOn failOn, Format format, boolean fullCommandLine) {
    static final int FOUND = 3;
    static final int NOT_ENOUGH_SEEN = 4;

    /** Prints the advice and says the exit code. */
    int answer() {
        Facts facts = choice.facts(this::prepare);
        Jvm jvm = shown(choice.chosen(facts));
        Advice advice = Advisor.advise(facts, jvm);
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? AdviceJson.write(advice)
                                : AdviceText.write(advice, console.outColour()));
        if (failOn.reachedBy(advice)) {
            return FOUND;
        }
        return jvm.isSeen() ? 0 : NOT_ENOUGH_SEEN;
    }

    /** A snapshot has the arguments of the program if it was asked for them, or if an older version made it. */
    private Jvm shown(Jvm jvm) {
        if (choice.snapshot() != null) {
            return fullCommandLine ? jvm : CommandLines.reduced(jvm);
        }
        return fullCommandLine && choice.pid() != null ? CommandLines.full(Roots.host(), jvm) : jvm;
    }

    /** Loads what is needed when the facts are there. */
    private void prepare() {
        Advisor.prepare();
        if (format == Format.JSON) {
            AdviceJson.prepare();
        }
    }
}
