package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.report.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hp-cli advise}: what this JVM asked for, what it got, what to change. */
@Command(
        name = "advise",
        description = {
            "Say what a JVM asked for, what stands behind its memory, and what to change.",
            "",
            "Looking harms nobody: the JVM is asked as jcmd asks it, where that is safe, and not at all with --no-attach."
        },
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing at or above --fail-on",
            "1:we or the host failed, in one line",
            "2:the command line cannot be",
            "3:findings at or above --fail-on",
            "4:could not see enough: the pages behind the heap are unknown, or it is no HotSpot JVM"
        })
final class AdviseCommand implements Callable<Integer> {
    static final int FOUND = 3;
    static final int NOT_ENOUGH_SEEN = 4;

    @Mixin
    private JvmInput input;

    @Option(
            names = "--fail-on",
            paramLabel = "never|info|warning|critical",
            description = "From which severity on the exit code is 3. Default: critical.")
    private FailOn failOn = FailOn.CRITICAL;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Override
    public Integer call() {
        Facts facts = input.facts();
        Jvm jvm = input.chosen(facts);
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
        return JvmInput.enoughSeen(jvm) ? 0 : NOT_ENOUGH_SEEN;
    }
}
