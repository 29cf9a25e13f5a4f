package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.host.Cgroups;
import io.github.hpjvm.advisor.read.vm.JavaCommand;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Asks the page model about a case, before its JVM exists. */
final class Predictor {
    /** The bare JVMs, each asked once. */
    private final Map<Jdk, JavaCommand> bare = new HashMap<>();

    private final Path folder;

    /** @param folder where the bare JVMs and the stand-ins for those to come run */
    Predictor(Path folder) {
        this.folder = folder;
    }

    Prediction predict(Case it, Jdk jdk, Scene scene) throws Scene.NotPossible {
        Host host = HostFacts.read(Roots.host());
        Launch build = bare.computeIfAbsent(jdk, Predictor::ask).launchHere(host);
        Arguments arguments = new Arguments(
                it.arguments().stream()
                        .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                        .toList(),
                List.of(),
                Touches.NAME);
        Launch launch = new Launch(
                build.vm(),
                arguments,
                build.defaults(),
                Map.of(),
                it.host().grouped() ? cgroup(scene) : host.cgroup(),
                Optional.of(it.host().prctl()),
                Optional.empty(),
                build.mayUseShm(),
                build.affinity(),
                Optional.empty(),
                Map.of(),
                Map.of(),
                build.sharing());
        return PageModel.predict(launch, host);
    }

    private static JavaCommand ask(Jdk jdk) {
        Fact<JavaCommand> asked = JavaCommand.here(List.of(jdk.java().toString()), Map.of());
        return asked.known().orElseThrow(() -> new AssertionError(asked.source()));
    }

    /** Returns the groups that the JVM will be in, as read from a process that is in them already. */
    private Fact<Cgroup> cgroup(Scene scene) throws Scene.NotPossible {
        try (Program.Running there = scene.start(List.of("cat"), folder)) {
            there.say("here");
            Poll.until("it is there", () -> there.outSoFar().contains("here"));
            return Cgroups.read(Roots.host(), there.pid());
        }
    }
}
