package io.github.hpjvm.cli;

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
    @Mixin
    private JvmOptions jvmOptions;

    @Option(
            names = "--fail-on",
            paramLabel = "never|info|warning|critical",
            description = "From which severity on the exit code is 3. Default: critical.")
    private FailOn failOn = FailOn.CRITICAL;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Option(
            names = "--full-command-line",
            description = "In JSON, keep the arguments of the program as well. They may hold credentials"
                    + " that no pattern finds: look before you share the output.")
    private boolean fullCommandLine;

    @Override
    public Integer call() {
        return request().answer();
    }

    /** What was asked for. */
    AdviseRequest request() {
        return new AdviseRequest(jvmOptions.choice(), failOn, format, fullCommandLine);
    }
}
