package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Missing;
import io.github.hpjvm.advisor.facts.Reason;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.json.PredictionJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.bench.Consoles;
import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.terminal.Console;
import io.github.hpjvm.cli.text.PredictionText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hp-cli predict}: what a command line would get, before anybody runs it. */
@Command(
        name = "predict",
        synopsisHeading = "Usage: ",
        customSynopsis =
                "hp-cli predict [--snapshot FILE] [--jdk VERSION[/VENDOR]] [--format text|json] -- JAVA ARGS...",
        description = {
            "Say which pages a JVM would stand on, region by region, when and why, what it would take of each pool, what it"
                    + " would warn about, whether it would start, and what can go wrong later.",
            "",
            "The command line is read and never run: JAVA is asked for its own flags with none of ARGS and none of the"
                    + " variables that speak to JVMs. @files, options files and those variables are read as the JVM would.",
            "",
            "Not looked at: CPU affinity and cpusets, ulimit -v, and what GLIBC_TUNABLES makes malloc take of a pool."
        },
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  hp-cli predict -- java -Xmx4g -XX:+UseLargePages -jar app.jar",
            "  hp-cli predict --jdk 21.0.9/temurin -- java -Xmx4g -XX:+UseZGC -jar app.jar",
            "  hp-cli predict --snapshot host.json --format json -- /opt/jdk-17/bin/java @app.args"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:it starts",
            "1:we or the host failed, in one line",
            "2:the command line cannot be; there is no such java",
            "3:it would refuse to start",
            "4:it cannot be known whether it starts, or what its heap stands on"
        })
final class PredictCommand implements Callable<Integer> {
    static final int REFUSES = 3;
    static final int NOT_KNOWN = 4;

    @Option(
            names = "--snapshot",
            paramLabel = "FILE",
            description = "On the host of a snapshot; variables of this shell do not count there.")
    private Path snapshot;

    @Option(
            names = "--jdk",
            paramLabel = "VERSION[/VENDOR]",
            description = "For a JVM that is not here, such as 21.0.9/temurin; JAVA is not looked for then.")
    private String jdk;

    @Option(names = "--format", paramLabel = "text|json", description = "What stdout shows. Default: text.")
    private Format format = Format.TEXT;

    @Parameters(paramLabel = "JAVA ARGS...", arity = "0..*", description = "The command line, after two dashes.")
    private List<String> command = List.of();

    @Override
    public Integer call() {
        if (command.isEmpty()) {
            throw new UsageException("which command line? give it after two dashes: hp-cli predict -- java -Xmx4g ...");
        }
        Optional<Facts> facts = Optional.ofNullable(snapshot).map(SnapshotFile::read);
        // The JVM takes as long to answer as the host takes to be read.
        CompletableFuture<Host> reading = facts.isPresent()
                ? CompletableFuture.completedFuture(facts.get().host())
                : CompletableFuture.supplyAsync(() -> HostFacts.read(Roots.host(), HostReach.PREDICTION));
        JavaCommand java = ToldJava.of(jdk, command, facts.isPresent());
        Host host = reading.join();
        Launch launch = facts.isPresent() ? java.launchOn(host) : java.launchHere(host);
        Prediction prediction = prediction(java, launch, host);
        Console console = Consoles.standard();
        console.out()
                .print(
                        format == Format.JSON
                                ? PredictionJson.write(prediction)
                                : PredictionText.write(prediction, host, console.outColour()));
        return exitCode(prediction);
    }

    /** What the launcher refuses, and what is no HotSpot, does not come to the model. */
    private static Prediction prediction(JavaCommand java, Launch launch, Host host) {
        if (java.refusal().isPresent()) {
            return new Prediction(
                    java.vm(),
                    Optional.of(false),
                    java.refusal().get(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
        }
        if (!java.vm().isHotSpot()) {
            Missing other = new Missing(
                    "what " + java.vm().vm() + " does with huge pages", Reason.NOT_SUPPORTED, "java -version", "");
            return new Prediction(
                    java.vm(), Optional.empty(), "", List.of(), List.of(), List.of(), List.of(), List.of(other));
        }
        return PageModel.predict(launch, host.forAdvice());
    }

    private static int exitCode(Prediction prediction) {
        if (prediction.starts().isEmpty()) {
            return NOT_KNOWN;
        }
        if (!prediction.starts().get()) {
            return REFUSES;
        }
        boolean heapKnown = prediction
                .region(RegionName.HEAP)
                .filter(heap -> heap.kind().isPresent())
                .isPresent();
        return heapKnown ? 0 : NOT_KNOWN;
    }
}
