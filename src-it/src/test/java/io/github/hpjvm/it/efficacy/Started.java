package io.github.hpjvm.it.efficacy;

import io.github.hpjvm.advisor.facts.AddressRange;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Vma;
import io.github.hpjvm.advisor.read.Jvms;
import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.advisor.read.jvm.Contact;
import io.github.hpjvm.advisor.read.jvm.Reach;
import io.github.hpjvm.advisor.read.memory.Smaps;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.RegionName;
import io.github.hpjvm.it.lab.Program.Running;
import io.github.hpjvm.it.matrix.Scene;
import io.github.hpjvm.it.matrix.Seen;
import io.github.hpjvm.it.matrix.Touches;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A JVM that has begun, and fills its heap on a command. */
final class Started implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Reach REACH = new Reach(Contact.whereDenied(), true, 5000, Bytes.ofMiB(2));

    private final Running running;

    private Started(Running running) {
        this.running = running;
    }

    /** Starts it and waits until it has begun, or has ended. */
    static Started in(Scene scene, List<String> command, Path folder) throws Scene.NotPossible {
        Started started = new Started(scene.start(command, folder));
        started.says(Touches.BEGUN);
        return started;
    }

    /** Makes it fill the heap; false if that ends it. */
    boolean fills() {
        running.say("");
        return says(Touches.FILLED) || says(Touches.SHORT);
    }

    boolean isAlive() {
        return running.isAlive();
    }

    /** Returns whether it got as much heap as it requested. */
    boolean isFilled() {
        return running.outSoFar().contains(Touches.FILLED);
    }

    long pid() {
        return running.pid();
    }

    /** Returns the pages that back its heap, from smaps; empty if the heap cannot be found. */
    Optional<Seen> heap() {
        Optional<List<AddressRange>> location = Jvms.read(Roots.host(), pid(), REACH)
                .region(RegionName.HEAP)
                .location()
                .known();
        List<Vma> vmas = Smaps.read(Path.of("/proc"), pid()).known().orElse(List.of());
        return location.map(ranges -> Seen.of(ranges, vmas));
    }

    /** Returns the native memory that is resident at least; 0 if it cannot be found. */
    Bytes residentNative() {
        return Jvms.read(Roots.host(), pid(), REACH)
                .region(RegionName.NATIVE)
                .backing()
                .known()
                .map(Backing::residentMin)
                .orElse(Bytes.ZERO);
    }

    /** Returns its output in one line. */
    String said() {
        return (running.outSoFar() + running.errSoFar()).strip().replace('\n', '/');
    }

    private boolean says(String word) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < end) {
            boolean alive = running.isAlive();
            String out = running.outSoFar();
            if (out.contains(word)) {
                return true;
            }
            if (!alive || out.contains(Touches.SHORT)) {
                return false;
            }
            LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        }
        return false;
    }

    @Override
    public void close() {
        running.close();
    }
}
