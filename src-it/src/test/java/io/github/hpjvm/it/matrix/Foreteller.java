package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.Argument;
import io.github.hpjvm.advisor.facts.ArgumentOrigin;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Cgroup;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmFlag;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.VmKind;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.hotspot.Prediction;
import io.github.hpjvm.advisor.read.Cgroups;
import io.github.hpjvm.advisor.read.HostFacts;
import io.github.hpjvm.advisor.read.Roots;
import io.github.hpjvm.advisor.read.VmFlags;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Poll;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks the page model about a case, before its JVM exists. */
final class Foreteller {
    private static final Pattern BUILD = Pattern.compile("\\(build ([^,)]+)");

    /** What the bare JVMs say of themselves, each asked once. */
    private final Map<Jdk, Bare> bare = new HashMap<>();

    private final Path folder;

    /** @param folder where the bare JVMs and the stand-ins for those to come run */
    Foreteller(Path folder) {
        this.folder = folder;
    }

    Prediction foretell(Case it, Jdk jdk, Scene scene) throws Scene.NotPossible {
        Bare build = bare.computeIfAbsent(jdk, Bare::of);
        Host host = HostFacts.read(Roots.host());
        Arguments arguments = new Arguments(
                it.arguments().stream()
                        .map(text -> new Argument(text, ArgumentOrigin.COMMAND_LINE))
                        .toList(),
                List.of(),
                Touches.NAME);
        Launch launch = new Launch(
                build.vm(),
                arguments,
                build.flags(),
                Map.of(),
                it.host().grouped() ? cgroup(scene) : host.cgroup(),
                Optional.of(it.host().thpDisabled()),
                Optional.of(true),
                Map.of());
        return PageModel.predict(launch, host);
    }

    /** The groups that the JVM will be in, seen at a process that is in them already. */
    private Fact<Cgroup> cgroup(Scene scene) throws Scene.NotPossible {
        try (Program.Running there = scene.start(List.of("cat"), folder)) {
            there.say("here");
            Poll.until("it is there", () -> there.outSoFar().contains("here"));
            return Cgroups.read(Roots.host(), there.pid());
        }
    }

    /** What {@code java -XX:+PrintFlagsFinal -version} says. */
    private record Bare(VmIdentity vm, Map<String, VmFlag> flags) {
        static Bare of(Jdk jdk) {
            Program.Ended ended = Program.of(jdk.java().toString(), "-XX:+PrintFlagsFinal", "-version")
                    .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                    .run();
            Matcher build = BUILD.matcher(ended.err());
            String version = build.find() ? build.group(1) : "";
            VmIdentity vm = new VmIdentity(
                    VmKind.HOTSPOT,
                    Optional.of(JavaVersion.parse(version)),
                    version,
                    "Debian",
                    Optional.empty(),
                    Optional.empty());
            return new Bare(vm, VmFlags.parse(ended.out()));
        }
    }
}
