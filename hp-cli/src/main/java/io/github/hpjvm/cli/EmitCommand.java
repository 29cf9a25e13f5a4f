package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.Advisor;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.ConfigJson;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code hp-cli emit}: what is to be changed, as the configuration that this machine takes. */
@Command(
        name = "emit",
        description = {
            "Write what hp-cli advise recommends for a JVM as configuration. It changes nothing itself.",
            "",
            "What a form cannot say is a comment in it, with the form that can. With nothing to change the file says so."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli emit --for jvm --pid 4242 -o hp-jvm.args",
            "      flags; then: java @hp-jvm.args -jar shop.jar",
            "  hp-cli emit --for shell --pid 4242 -o hp-jvm.sh",
            "      the host, until the next boot; then: sudo sh hp-jvm.sh apply, or undo",
            "  hp-cli emit --for sysctl --pid 4242 -o /etc/sysctl.d/60-hp-jvm.conf",
            "      pools, at every boot",
            "  hp-cli emit --for tuned --snapshot facts.json -o /etc/tuned/hp-jvm/tuned.conf",
            "      a profile; then: sudo tuned-adm profile hp-jvm",
            "  hp-cli emit --for systemd --pid 4242 -o .",
            "      a drop-in for the service, and a unit for the host before it",
            "  hp-cli emit --for cmdline --pid 4242 -o /etc/default/grub.d/60-hp-jvm.cfg",
            "      kernel arguments, with the lines for update-grub and grubby",
            "  hp-cli emit --for k8s --snapshot facts.json",
            "      part of a pod, and what its nodes need"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:written",
            "1:we or the host failed, in one line",
            "2:the command line cannot be, or the file is there already",
            "4:written, but could not see enough: the pages behind the heap are unknown, or it is no HotSpot JVM"
        })
final class EmitCommand implements Callable<Integer> {

    @Option(
            names = "--for",
            required = true,
            paramLabel = "FORM",
            description = "One of: jvm, shell, sysctl, tuned, systemd, cmdline, k8s.")
    private Form form;

    @Mixin
    private JvmOptions jvmOptions;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "Where to write it; into a folder under its own name. Default: stdout.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "What stdout shows: the files, or one document with all of them. Default: text.")
    private Format format = Format.TEXT;

    @Option(names = "--force", description = "Replace a file that is there.")
    private boolean force;

    @Override
    public Integer call() {
        if (out != null && format == Format.JSON) {
            throw new UsageException("-o writes the files themselves; with --format json leave it out");
        }
        JvmChoice choice = jvmOptions.choice();
        Facts facts = choice.facts(Advisor::prepare);
        Jvm jvm = choice.chosen(facts);
        Advice advice = Advisor.advise(facts, jvm);
        List<ConfigFile> files = form.files(advice);
        Console console = Consoles.standard();
        if (out == null) {
            console.out().print(format == Format.JSON ? ConfigJson.write(form, files) : EmittedFiles.text(files));
        } else {
            EmittedFiles.write(out, files, force).forEach(path -> console.err().println("written " + path));
        }
        return jvm.isSeen() ? 0 : AdviseRequest.NOT_ENOUGH_SEEN;
    }
}
