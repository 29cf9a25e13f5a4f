package io.github.hpjvm.cli.host;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.JvmsJson;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.CommandLines;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.source.LocalJvms;
import io.github.hpjvm.cli.text.JvmsText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code hp-cli jvms}: lists the JVMs of this host. */
@Command(
        name = "jvms",
        description = {
            "List the JVMs of this host, one line each, without the JVM of hp-cli itself.",
            "",
            "Read-only; target JVMs are not contacted. Only root sees the JVMs of all users and containers."
        },
        sortOptions = false,
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.ERROR,
            ExitCodes.USAGE,
            "4:insufficient permission: there are JVMs, and this user sees none",
            ExitCodes.PIPE
        })
public final class JvmsCommand implements Callable<Integer> {
    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Option(
            names = "--full-command-line",
            description = "Keep the arguments of the program in JSON. They may contain credentials: check the"
                    + " output before you share it.")
    private boolean fullCommandLine;

    @Override
    public Integer call() {
        Roots roots = Roots.host();
        List<Jvm> jvms = LocalJvms.others(Jvms.discover(roots)).stream()
                .map(jvm -> fullCommandLine ? CommandLines.full(roots, jvm) : jvm)
                .toList();
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().print(JvmsJson.write(jvms));
        } else {
            JvmsText.lines(jvms, Paragraph.columns()).forEach(console.out()::println);
        }
        boolean hidden = LocalJvms.warnOfDenied(roots, console, "jvms");
        return hidden && jvms.isEmpty() ? ExitCodes.INSUFFICIENT : ExitCodes.OK;
    }
}
