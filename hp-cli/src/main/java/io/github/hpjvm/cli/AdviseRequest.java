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
 * A request for advice.
 *
 * @param choice the JVM and the source of its facts
 * @param failOn the lowest severity of a finding for exit code 3
 * @param format the format of stdout
 * @param fullCommandLine whether the document contains the arguments of the program
 */
record AdviseRequest(JvmChoice choice, FailOn failOn, Format format, boolean fullCommandLine) {
    /** Prints the advice and returns the exit code. */
    int answer() {
        Facts facts = choice.facts();
        Jvm jvm = shown(choice.chosen(facts));
        Advice advice = Advisor.advise(facts, jvm);
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? AdviceJson.write(advice)
                                : AdviceText.write(advice, console.outColour()));
        if (failOn.reachedBy(advice)) {
            return ExitCodes.FOUND;
        }
        return jvm.isSeen() ? ExitCodes.OK : ExitCodes.INSUFFICIENT;
    }

    /** Reduces the command line of a snapshot; adds the arguments of the program for a live process on request. */
    private Jvm shown(Jvm jvm) {
        if (choice.snapshot() != null) {
            return fullCommandLine ? jvm : CommandLines.reduced(jvm);
        }
        return fullCommandLine && choice.pid() != null ? CommandLines.full(Roots.host(), jvm) : jvm;
    }
}
