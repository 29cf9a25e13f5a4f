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
import io.github.hpjvm.cli.text.RemedyText;
import io.github.hpjvm.console.Consoles;
import io.github.hpjvm.console.error.UsageException;
import io.github.hpjvm.console.file.NamedInput;
import io.github.hpjvm.console.terminal.Console;
import io.github.hpjvm.os.text.Visible;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
            String input = file.toString().equals("-") ? "stdin" : file.toString();
            throw new UsageException(Visible.line(input + ": " + e.getMessage()));
        }
        Host node = snapshot == null
                ? HostFacts.read(Roots.host(), HostReach.PREDICTION)
                : SnapshotFile.read(snapshot).host();
        List<String> notes = new ArrayList<>();
        List<String> unread = unread(container, command, notes);
        List<String> words = words(container, command);
        JavaCommand java = JavaCommandLine.inContainer(jdk, words, container.environment());
        for (String word : java.arguments().unread()) {
            notes.add("The file of " + Visible.line(word) + " is in the image: its arguments are not known.");
        }
        if (jdk == null) {
            notes.add("The prediction uses the JDK of this host. Name the JDK of the image with --jdk.");
        }
        Launch launch = PodPrediction.inContainer(java.launchOn(node), container, node, unread);
        if (PodPrediction.countsRequest(launch, container, node)) {
            notes.add("This JDK computes processors from the CPU request (JDK-8281181). -XX:ActiveProcessorCount sets"
                    + " another number.");
        }
        Prediction prediction = java.withVariables(
                java.refusal()
                        .map(why -> Prediction.refused(java.vm(), why))
                        .orElseGet(() -> PodPrediction.predict(launch, container, node)),
                node);
        if (RemedyText.changesPool(launch, node, prediction) || PodPrediction.lacksPages(container, node)) {
            notes.add("The kubelet counts a pool when it starts: drain the node, change the pool, restart the kubelet."
                    + " hp-cli emit --for k8s writes files that do.");
        }
        return new PodAnswer(container, node, launch, prediction, notes);
    }

    /** The given command line, else that of the manifest; java alone if it is in the image. */
    private static List<String> words(PodContainer container, List<String> command) {
        if (!command.isEmpty()) {
            return command;
        }
        return container.startsJava() ? container.knownWords() : List.of("java");
    }

    /** Returns where options of the JVM may be that the manifest does not have, and notes what to do about it. */
    private static List<String> unread(PodContainer container, List<String> command, List<String> notes) {
        List<String> unread = new ArrayList<>(container.unread());
        if (command.isEmpty() && container.startsJava()) {
            unread.addAll(container.unreadWords());
        }
        if (!unread.isEmpty()) {
            notes.add(
                    "Options of the JVM may be in " + Visible.line(String.join(", ", unread))
                            + ": the manifest does not have the values, and the prediction leaves them out. Write them into a copy of it.");
        }
        if (command.isEmpty() && !container.startsJava()) {
            unread.add("the command line of the image");
            notes.add((container.words().isEmpty()
                            ? "The manifest has no command"
                            : "The command of the manifest is not java")
                    + ": arguments of the JVM in the image are not known, and the prediction leaves them out. Give them"
                    + " after --.");
        }
        return unread;
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
