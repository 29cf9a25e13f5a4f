package io.github.hpjvm.cli.predict;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.json.PredictionJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.advisor.term.Missing;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.cli.option.ExitCodes;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.source.JavaCommandLine;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.text.PredictionText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.console.terminal.Paragraph;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli predict}: predicts the pages of a JVM before it is started. */
@Command(
        name = "predict",
        synopsisHeading = "Usage: ",
        customSynopsis = {
            "hp-cli predict [--snapshot FILE]",
            "                      [--jdk VERSION[/VENDOR]]",
            "                      [--format text|json] -- JAVA ARGS...",
            "       hp-cli predict --pod FILE [--container NAME]",
            "                      [--snapshot FILE] [--jdk VERSION[/VENDOR]]",
            "                      [-- JAVA ARGS...]"
        },
        description = {
            "Predict which pages a JVM will get, region by region: when and why, the pages that it takes from each pool,"
                    + " startup warnings, whether it starts, and later risks.",
            "",
            "The command line is read and not run. hp-cli starts JAVA only to read its default flags, without ARGS and"
                    + " without the environment variables of JVMs. It reads @files, option files and these variables as"
                    + " the JVM would.",
            "",
            "--pod reads the manifest of a pod, a Deployment or another object that makes pods. The flags come from the"
                    + " container's command and variables, its limits apply, and the node is this host or the host of the"
                    + " snapshot. Arguments that the image adds are not in the manifest: give them after --. Exit code 4 means that"
                    + " options of the JVM are in the image, a secret or a config map.",
            "",
            "Not considered: CPU affinity and cpusets, ulimit -v, and the number of pages that malloc takes from a pool"
                    + " because of GLIBC_TUNABLES: a risk names them."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli predict -- java -Xmx4g -XX:+UseLargePages -jar app.jar",
            "  hp-cli predict --jdk 21.0.9/temurin -- java -Xmx4g -XX:+UseZGC -jar app.jar",
            "  hp-cli predict --snapshot host.json -- /opt/jdk-17/bin/java @app.args",
            "  hp-cli predict --pod deployment.yaml --jdk 21.0.9/temurin --snapshot node.json"
        },
        exitCodeListHeading = ExitCodes.HEADING,
        exitCodeList = {
            "0:success; the JVM starts",
            ExitCodes.ERROR,
            "2:invalid usage; also: java not found",
            "3:findings: the JVM refuses to start, --require does not hold, or the pod is rejected or has no room on the node",
            "4:insufficient data: whether the JVM starts, or the pages of its heap or of --require, are unknown",
            ExitCodes.PIPE
        })
public final class PredictCommand implements Callable<Integer> {
    @Option(
            names = "--snapshot",
            paramLabel = "FILE",
            description = "Predict for the host of a snapshot, without the environment of this shell.")
    private Path snapshot;

    @Option(
            names = "--jdk",
            paramLabel = "VERSION[/VENDOR]",
            description =
                    "Predict for this release, such as 21.0.9/temurin, without starting JAVA; 25 means its newest known update.")
    private String jdk;

    @Option(
            names = "--pod",
            paramLabel = "FILE|-",
            description = "Predict for a container of a manifest: YAML or JSON, on stdin if -.")
    private Path pod;

    @Option(
            names = "--container",
            paramLabel = "NAME",
            description = "With --pod: the container. Default: the only one with a JVM.")
    private String container;

    @Option(names = RequireOption.NAME, paramLabel = RequireOption.LABEL, description = RequireOption.HELP)
    private String require;

    @Option(
            names = RequireOption.REGION,
            paramLabel = RequireOption.REGION_LABEL,
            description = RequireOption.REGION_HELP)
    private String region;

    @Option(names = "--format", paramLabel = "text|json", description = Format.HELP)
    private Format format = Format.TEXT;

    @Parameters(
            paramLabel = "JAVA ARGS...",
            hideParamSyntax = true,
            arity = "0..*",
            description = "The command line of the JVM, after --.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        Optional<Requirement> required = RequireOption.of(require, region);
        if (pod != null) {
            return PodAnswer.of(pod, Optional.ofNullable(container), snapshot, jdk, command)
                    .print(format, required);
        }
        if (container != null) {
            throw new UsageException("--container needs --pod");
        }
        if (command.isEmpty()) {
            throw new UsageException(
                    "no command line given: add it after --, as in hp-cli predict -- java -Xmx4g -jar app.jar");
        }
        Optional<Facts> facts = Optional.ofNullable(snapshot).map(SnapshotFile::read);
        // Reading the host takes as long as the default flags of the JVM: do both at once.
        CompletableFuture<Host> reading = facts.isPresent()
                ? CompletableFuture.completedFuture(facts.get().host())
                : CompletableFuture.supplyAsync(() -> HostFacts.read(Roots.host(), HostReach.PREDICTION));
        JavaCommand java = JavaCommandLine.of(jdk, command, facts.isPresent());
        Host host = reading.join();
        Launch launch = facts.isPresent() ? java.launchOn(host) : java.launchHere(host);
        Prediction prediction = java.withVariables(prediction(java, launch, host), host);
        Console console = Consoles.standard();
        Optional<Answer> answer = required.map(it -> it.judge(prediction));
        console.out()
                .print(
                        format == Format.JSON
                                ? PredictionJson.write(prediction, answer)
                                : answer.map(it -> Paragraph.sentence(it.reason()) + "\n")
                                        .orElseGet(() -> PredictionText.write(
                                                prediction, host, Optional.of(launch), console.outColour())));
        return answer.map(RequireOption::exitCode).orElseGet(() -> exitCode(prediction));
    }

    /** Predicts by the page model, unless the launcher refuses the arguments or the VM is not HotSpot. */
    private static Prediction prediction(JavaCommand java, Launch launch, Host host) {
        if (java.refusal().isPresent()) {
            return Prediction.refused(java.vm(), java.refusal().get());
        }
        if (!java.vm().isHotSpot()) {
            Missing other = new Missing(
                    "the use of huge pages by " + java.vm().vm(), Reason.NOT_SUPPORTED, "java -version", "");
            return new Prediction(
                    java.vm(), Optional.empty(), "", List.of(), List.of(), List.of(), List.of(), List.of(other));
        }
        return PageModel.predict(launch, host.forAdvice());
    }

    static int exitCode(Prediction prediction) {
        if (prediction.starts().isEmpty()) {
            return ExitCodes.INSUFFICIENT;
        }
        if (!prediction.starts().get()) {
            return ExitCodes.FOUND;
        }
        boolean heapKnown = prediction
                .region(RegionName.HEAP)
                .filter(heap -> heap.kind().isPresent())
                .isPresent();
        return heapKnown ? ExitCodes.OK : ExitCodes.INSUFFICIENT;
    }
}
