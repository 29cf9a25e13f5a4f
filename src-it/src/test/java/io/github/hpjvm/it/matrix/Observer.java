package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.JavaSource;
import io.github.hpjvm.it.lab.Jdk;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.matrix.Observation.End;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** Starts the JVM of a case, makes it fill its heap and reads its state. */
final class Observer {
    /** Time limit. ZGC of 11 retries for five seconds if it lacks pages. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Reach REACH = new Reach(Contact.whereDenied(), true, 5000, Bytes.ofMiB(2));

    private final Path folder;
    private final Path classes;

    /** @param folder where the program is compiled to, and where JVMs that crash leave their logs */
    Observer(Path folder) {
        this.folder = folder;
        this.classes = JavaSource.compiled(folder, Touches.NAME, Touches.SOURCE);
    }

    Observation observe(Case it, Jdk jdk, Scene scene) throws Scene.NotPossible {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
        command.addAll(it.arguments());
        command.addAll(List.of("-cp", classes.toString(), Touches.NAME));
        Pools before = Pools.now();
        try (Running running = scene.start(command, folder)) {
            if (!saysOneOf(running, Touches.BEGUN)) {
                return ended(running, End.CRASHED_AT_START, Map.of());
            }
            Map<Bytes, Long> atStart = Pools.now().since(before);
            running.say("");
            if (!saysOneOf(running, Touches.FILLED, Touches.SHORT)) {
                return ended(running, End.CRASHED, atStart);
            }
            Map<Bytes, Long> filled = Pools.now().since(before);
            End end = running.outSoFar().contains(Touches.FILLED) ? End.FILLED : End.OUT_OF_MEMORY;
            return seen(running, end, atStart, filled);
        }
    }

    private static Observation seen(Running running, End end, Map<Bytes, Long> atStart, Map<Bytes, Long> filled) {
        Jvm jvm = Jvms.read(Roots.host(), running.pid(), REACH);
        List<Vma> vmas = Smaps.read(Path.of("/proc"), running.pid()).known().orElse(List.of());
        String said = said(running);
        Lines lines = Lines.of(said);
        Optional<VmIdentity> identity = jvm.identity().known();
        return new Observation(
                end,
                "",
                identity.flatMap(VmIdentity::gc),
                identity.flatMap(VmIdentity::maxHeap),
                region(jvm, RegionName.HEAP, vmas),
                region(jvm, RegionName.CODE, vmas),
                jvm.region(RegionName.HEAP).backing().known().flatMap(Backing::kind),
                atStart,
                filled,
                lines.codes(),
                lines.all(),
                said);
    }

    private static Optional<Seen> region(Jvm jvm, RegionName name, List<Vma> vmas) {
        Optional<List<AddressRange>> location = jvm.region(name).location().known();
        return location.map(ranges -> Seen.of(ranges, vmas));
    }

    private static Observation ended(Running running, End bySignal, Map<Bytes, Long> atStart) {
        String said = said(running);
        Lines lines = Lines.of(said);
        End end;
        String message;
        if (running.isAlive()) {
            end = End.TIMED_OUT;
            message = "neither began nor ended within " + PATIENCE.toSeconds() + " s";
        } else {
            int exitCode = running.await().exitCode();
            // 128 + the signal; HotSpot itself ends with 1 or by abort().
            boolean signal = exitCode > 128;
            end = signal ? bySignal : bySignal == End.CRASHED ? End.OUT_OF_MEMORY : End.REFUSED;
            message = "exit code " + exitCode + ": "
                    + said.lines()
                            .filter(line -> !line.isBlank() && !line.contains("warning"))
                            .limit(4)
                            .collect(Collectors.joining(" / "));
        }
        return new Observation(
                end,
                message,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                atStart,
                Map.of(),
                lines.codes(),
                lines.all(),
                said);
    }

    private static String said(Running running) {
        return running.outSoFar() + running.errSoFar();
    }

    private static boolean saysOneOf(Running running, String... words) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            boolean alive = running.isAlive();
            String out = running.outSoFar();
            for (String word : words) {
                if (out.contains(word)) {
                    return true;
                }
            }
            if (!alive) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        }
        return false;
    }
}
