package io.github.hpjvm.cli.emit;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.emit.ConfigFile;
import io.github.hpjvm.advisor.emit.EmitTarget;
import io.github.hpjvm.advisor.emit.Form;
import io.github.hpjvm.advisor.emit.NodeKind;
import io.github.hpjvm.advisor.emit.ServiceUnit;
import io.github.hpjvm.advisor.json.ConfigJson;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.OutOption;
import io.github.hpjvm.cli.source.JvmSourceOptions;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli emit}: writes the recommended changes as configuration. */
@Command(
        name = "emit",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "hp-cli emit --for FORM [--pages thp|hugetlb]",
            "                   [-o FILE] PID",
            "       hp-cli emit --for FORM --snapshot FILE [--pid N]",
            "       hp-cli emit --for FORM [--jdk VERSION[/VENDOR]] -- JAVA ARGS..."
        },
        description = {
            "Write the recommendation of hp-cli advise as configuration. Applies nothing.",
            "",
            "A change that a form cannot express becomes a comment that names a form that can. If there is nothing to"
                    + " change, the file has a comment only.",
            "",
            "For a JVM that does not run yet, give its command line after --. It is read and not run, as by hp-cli"
                    + " predict. --pages chooses transparent huge pages or a hugetlb pool instead of the recommended"
                    + " pages."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli emit --for jvm --pid 4242 -o hp-jvm.args",
            "      flags; then: java @hp-jvm.args -jar shop.jar",
            "  hp-cli emit --for shell --pid 4242 -o hp-jvm.sh",
            "      host settings until reboot; then: sudo sh hp-jvm.sh apply, or undo",
            "  hp-cli emit --for sysctl --pid 4242 -o /etc/sysctl.d/60-hp-jvm.conf",
            "      pools, at each boot",
            "  hp-cli emit --for tuned --snapshot facts.json \\",
            "      -o /etc/tuned/profiles/hp-jvm/tuned.conf",
            "      a profile; then: sudo tuned-adm profile hp-jvm",
            "  hp-cli emit --for systemd --pid 4242 -o .",
            "      flags as a drop-in of the service; settings of the host as a unit",
            "      that runs before it, with its script",
            "  hp-cli emit --for cmdline --pid 4242 \\",
            "      -o /etc/default/grub.d/60-hp-jvm.cfg",
            "      kernel arguments, with the commands for update-grub and grubby",
            "  hp-cli emit --for tmpfiles --pid 4242 -o /etc/tmpfiles.d/hp-jvm.conf",
            "      values of kernel files, at each boot",
            "  hp-cli emit --for ansible --pid 4242 -o hp-jvm-playbook.yaml",
            "      a playbook; then: ansible-playbook -i HOST, hp-jvm-playbook.yaml --check",
            "  hp-cli emit --for cloud-init --pid 4242 -o hp-jvm-user-data.yaml",
            "      user data of new machines",
            "  hp-cli emit --for compose --pid 4242 --container shop -o compose.hp-jvm.yaml",
            "      an override file of the service shop",
            "  hp-cli emit --for quadlet --pid 4242 --container shop -o .",
            "      a drop-in of shop.container, and the settings of the host",
            "  hp-cli emit --for k8s --snapshot facts.json",
            "      a patch of the pod, and the settings of its nodes",
            "  hp-cli emit --for jvm --pages hugetlb -- java -Xmx4g -jar shop.jar",
            "      flags for pages of a pool, before the first start"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            ExitCodes.SUCCESS,
            ExitCodes.NO_PROCESS,
            "2:invalid usage, pages that this JVM or this host cannot have, no name of the service or container that"
                    + " the form changes, or the file exists and --force is not given",
            "4:written, but with insufficient data or permission: the pages of the heap are unknown, or the process is"
                    + " not a HotSpot JVM",
            ExitCodes.PIPE
        })
public final class EmitCommand implements Callable<Integer> {

    @Option(
            names = "--for",
            required = true,
            paramLabel = "FORM",
            description =
                    "Form of the configuration: jvm, shell, sysctl, tuned, systemd, tmpfiles, cmdline, k8s, ansible,"
                            + " cloud-init, compose or quadlet.")
    private Form form;

    @Option(
            names = "--pages",
            paramLabel = "thp|hugetlb",
            description = "Kind of huge pages for the heap. Default: the kind that hp-cli advise plans.")
    private PagesOption pages;

    @Parameters(
            paramLabel = "PID | JAVA ARGS...",
            hideParamSyntax = true,
            arity = "0..*",
            description = "A process of this host, or a JVM of the snapshot; or the command line of a JVM after --.")
    private List<String> operands = List.of();

    private final JvmSourceOptions source = new JvmSourceOptions();

    @Option(
            names = "--container",
            paramLabel = "NAME",
            description = "Name of the container of a pod (default: app), of the compose service or of the quadlet.")
    private String container;

    @Option(
            names = "--unit",
            paramLabel = "NAME",
            description = "Service of systemd that starts the JVM. Default: the one that it runs in.")
    private String unit;

    @Option(
            names = "--node",
            paramLabel = "KIND",
            description = "Kind of the nodes of a pod: daemonset, self, gke, aks, eks, openshift or talos. Default:"
                    + " daemonset, which prepares any node that runs privileged pods.")
    private NodeKind node = EmitTarget.NONE.node();

    @Option(
            names = "--jdk",
            paramLabel = "VERSION[/VENDOR]",
            description = "With a command line: assume this release, without starting JAVA.")
    private String jdk;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description =
                    "Output file, or an existing folder for files with default names; a form with several files, except YAML, needs a folder. Default, and with -: stdout.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "text|json",
            description = "Format of stdout: the files, or one document with all files. Default: text.")
    private Format format = Format.TEXT;

    @Option(names = "--force", description = "Replace an existing file.")
    private boolean force;

    /** The command with its options and its help. */
    public CommandSpec spec() {
        return source.addTo(CommandSpec.forAnnotatedObject(this));
    }

    private EmitTarget target() {
        Optional<ServiceUnit> service;
        try {
            service = Optional.ofNullable(unit).map(ServiceUnit::named);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--unit expects the name of a service such as shop.service, got '" + unit + "'");
        }
        try {
            return new EmitTarget(service, Optional.ofNullable(container), node);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--container expects letters, digits, '.', '_' and -, got '" + container + "'");
        }
    }

    @Override
    public Integer call() {
        out = OutOption.file(out);
        if (out != null && format == Format.JSON) {
            throw new UsageException(
                    "-o and --format json exclude each other: -o writes the files, --format json prints one document");
        }
        EmittedAdvice chosen = new EmittedAdvice(
                "hp-cli emit --for " + form + " --pid",
                source,
                operands,
                jdk,
                Optional.ofNullable(pages).map(PagesOption::kind));
        EmitTarget named = target();
        EmittedAdvice.Emitted emitted = chosen.advice();
        Advice advice = emitted.advice();
        EmitTarget target = emitted.complete(named);
        String lacks = form.lacks(advice, target);
        if (!lacks.isEmpty()) {
            throw new UsageException("--for " + form + ": " + lacks);
        }
        List<ConfigFile> files = form.files(advice, target);
        Console console = Consoles.standard();
        if (out == null) {
            console.out().print(format == Format.JSON ? ConfigJson.write(form, files) : EmittedFiles.text(files));
        } else {
            EmittedFiles.write(out, files, force).forEach(path -> console.err().println("wrote " + path));
        }
        return advice.jvm().isSeen() || !advice.jvm().wasStarted() ? ExitCodes.OK : ExitCodes.INSUFFICIENT;
    }
}
