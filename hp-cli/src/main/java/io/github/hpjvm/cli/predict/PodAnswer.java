package io.github.hpjvm.cli.predict;

import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.goal.Answer;
import io.github.hpjvm.advisor.goal.Requirement;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.json.PredictionJson;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.HostReach;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.cli.option.Format;
import io.github.hpjvm.cli.option.RequireOption;
import io.github.hpjvm.cli.pod.PodContainer;
import io.github.hpjvm.cli.pod.PodException;
import io.github.hpjvm.cli.pod.PodFile;
import io.github.hpjvm.cli.pod.PodPrediction;
import io.github.hpjvm.cli.source.JavaCommandLine;
import io.github.hpjvm.cli.source.SnapshotFile;
import io.github.hpjvm.cli.text.PredictionText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.os.text.Visible;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The answer of {@code hp-cli predict --pod}.
 *
 * @param container the container of the manifest
 * @param node the node
 * @param launch the start of its JVM there
 * @param prediction the pages
 * @param notes facts about the arguments that the manifest does not have, a sentence each
 */
record PodAnswer(PodContainer container, Host node, Launch launch, Prediction prediction, List<String> notes) {

    /**
     * Predicts for a manifest.
     *
     * @param snapshot the node; null for this host
     * @param jdk the release of the image's JDK; null for java of this host
     * @param command arguments of the image; empty for those of the manifest
     * @throws UsageException if the manifest cannot be read
     */
    static PodAnswer of(Path file, Optional<String> name, Path snapshot, String jdk, List<String> command) {
        PodContainer container;
        try {
            container = PodFile.container(NamedInput.textOrStdin(file), name);
        } catch (PodException e) {
            throw new UsageException(Visible.line(file + ": " + e.getMessage()));
        }
        Host node = snapshot == null
                ? HostFacts.read(Roots.host(), HostReach.PREDICTION)
                : SnapshotFile.read(snapshot).host();
        List<String> notes = new ArrayList<>();
        List<String> words = words(container, command, notes);
        JavaCommand java = JavaCommandLine.inContainer(jdk, words, container.environment());
        for (String word : java.arguments().unread()) {
            notes.add("The file of " + Visible.line(word) + " is in the image: its arguments are not known.");
        }
        if (jdk == null) {
            notes.add("The prediction uses the JDK of this host. Name the JDK of the image with --jdk.");
        }
        Launch launch = PodPrediction.inContainer(java.launchOn(node), container, node);
        return new PodAnswer(container, node, launch, PodPrediction.predict(launch, container, node), notes);
    }

    /** The given command line, else the command line of the manifest if it starts java. */
    private static List<String> words(PodContainer container, List<String> command, List<String> notes) {
        if (!command.isEmpty()) {
            return command;
        }
        List<String> words = container.words();
        if (words.isEmpty() || !words.get(0).equals("java") && !words.get(0).endsWith("/java")) {
            notes.add((words.isEmpty() ? "The manifest has no command" : "The command of the manifest is not java")
                    + ": arguments of the JVM in the image are not known. Give them after --.");
            return List.of("java");
        }
        return Stream.concat(Stream.of("java"), words.stream().skip(1)).toList();
    }

    /** Prints the prediction and returns the exit code. */
    int print(Format format, Optional<Requirement> required) {
        Optional<Answer> answer = required.map(it -> it.judge(prediction));
        Console console = Consoles.standard();
        if (format == Format.JSON) {
            console.out().print(PredictionJson.write(prediction, answer));
            notes.forEach(note -> console.err().println("hp-cli predict: " + note));
        } else if (answer.isPresent()) {
            console.out().println(answer.get().reason());
            notes.forEach(note -> console.err().println("hp-cli predict: " + note));
        } else {
            console.out().println(Visible.line(container.owner() + ", container " + container.name()));
            notes.forEach(note -> console.out().println(note));
            console.out().print(PredictionText.write(prediction, node, Optional.of(launch), console.outColour()));
        }
        return answer.map(RequireOption::exitCode).orElseGet(() -> PredictCommand.exitCode(prediction));
    }
}
