package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.attach.Replies;
import io.github.hpjvm.advisor.read.file.Roots;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the same JVMs again and again. The pages of their memory are read each time, the tables of HotSpot every 1 to 2
 * minutes. The replies of a JVM to commands are kept: those with addresses of metaspace for up to a minute, all others for
 * up to 10 minutes. For one thread.
 */
public final class RepeatedReader {
    private final Roots roots;
    private final Kept kept = Kept.by(System::nanoTime);

    public RepeatedReader(Roots roots) {
        this.roots = roots;
    }

    /** Reads one process, as {@link JvmReader#read}. */
    public Jvm read(long pid, Reach reach) {
        return new JvmReader(roots, pid, reach, kept).read();
    }

    /** Forgets all JVMs but these. */
    public void retain(List<Jvm> jvms) {
        Set<Replies.Process> present = new HashSet<>();
        for (Jvm jvm : jvms) {
            present.add(new Replies.Process(jvm.pid(), jvm.startTicks()));
        }
        kept.retain(present);
    }
}
