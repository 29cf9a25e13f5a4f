package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Jvm;
import java.time.Duration;
import java.util.List;

/** Reads the same JVMs in rounds, and keeps facts of theirs from one round to the next. */
public interface JvmRounds {
    /**
     * Begins a round.
     *
     * @param renewal about the time for JVMs whose kept facts are too old. When it is over, those of further JVMs stay in use
     *     until a later round
     */
    void begin(Duration renewal);

    /**
     * Reads one process.
     *
     * @param renews whether kept facts that are too old may be read again now
     */
    Jvm read(long pid, Reach reach, boolean renews);

    /** Returns whether the facts of this JVM are kept, and a round scans the pages of its memory alone. */
    boolean isScanned(long pid);

    /** Forgets all JVMs but these. */
    void retain(List<Jvm> jvms);
}
