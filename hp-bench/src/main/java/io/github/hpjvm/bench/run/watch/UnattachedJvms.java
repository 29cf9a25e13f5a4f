package io.github.hpjvm.bench.run.watch;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Reach;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Collects the JVMs that a program starts while it runs. */
public final class UnattachedJvms {
    private final StartedProcesses tree;
    private final Map<Long, UnattachedJvm> seen = new LinkedHashMap<>();

    public UnattachedJvms(StartedProcesses tree) {
        this.tree = tree;
    }

    /** Adds the JVMs that run now. */
    public void sample() {
        for (ProcessHandle process : tree.running()) {
            if (!seen.containsKey(process.pid())) {
                glance(process.pid()).ifPresent(it -> seen.put(it.pid(), it));
            }
        }
    }

    /** All JVMs so far, in the order in which they appeared. */
    public List<UnattachedJvm> all() {
        return List.copyOf(seen.values());
    }

    private static Optional<UnattachedJvm> glance(long pid) {
        Optional<Path> home = StartedProcesses.aboveLibjvm(pid).stream()
                .filter(folder -> Files.isExecutable(folder.resolve("bin/java")))
                .findFirst();
        if (home.isEmpty()) {
            return Optional.empty();
        }
        Jvm jvm = Jvms.read(Roots.host(), pid, Reach.glance());
        Optional<Arguments> arguments = jvm.arguments().known().filter(Arguments::complete);
        return arguments.flatMap(told -> jvm.identity()
                .known()
                .map(vm -> new UnattachedJvm(
                        pid, home.get(), StartedProcesses.called(pid, told.main()), vm.isHotSpot(), told.texts())));
    }
}
