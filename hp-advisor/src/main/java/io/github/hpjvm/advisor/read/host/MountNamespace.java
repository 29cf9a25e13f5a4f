package io.github.hpjvm.advisor.read.host;

import io.github.hpjvm.advisor.read.file.Roots;
import io.github.hpjvm.os.proc.ProcessLink;
import java.nio.file.Path;
import java.util.Optional;

/** The mount namespace of a process, compared with that of the reader (mount_namespaces(7)). */
final class MountNamespace {

    /** The relation of a process to the reader. */
    enum Relation {
        /** The same mounts and the same root. */
        SAME,
        OTHER,
        /** The links of the process cannot be read. */
        UNKNOWN
    }

    private MountNamespace() {}

    /**
     * Returns the relation of a process; SAME if the links of the reader itself cannot be read, as in a captured tree.
     *
     * @param process folder of the process in /proc
     */
    static Relation of(Roots roots, Path process) {
        Path own = roots.proc().resolve("self");
        Optional<String> mounts = ProcessLink.read(own.resolve("ns/mnt"));
        if (mounts.isEmpty()) {
            return Relation.SAME;
        }
        Optional<String> theirs = ProcessLink.read(process.resolve("ns/mnt"));
        if (theirs.isEmpty()) {
            return Relation.UNKNOWN;
        }
        boolean same = theirs.equals(mounts)
                && ProcessLink.read(process.resolve("root")).equals(ProcessLink.read(own.resolve("root")));
        return same ? Relation.SAME : Relation.OTHER;
    }
}
