package io.github.hpjvm.advisor.read.file;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where the files of a host are found: its own folders, or those of a captured tree.
 *
 * @param proc {@code /proc}
 * @param sys {@code /sys}
 * @param root {@code /}, for what is neither: {@code etc/passwd}, {@code boot}, {@code lib/modules}
 */
public record Roots(Path proc, Path sys, Path root) {

    public Roots {
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(sys, "sys");
        Objects.requireNonNull(root, "root");
    }

    /** The host that we run on. */
    public static Roots host() {
        return under(Path.of("/"));
    }

    /** A tree with {@code proc}, {@code sys} and the like below it. */
    public static Roots under(Path tree) {
        return new Roots(tree.resolve("proc"), tree.resolve("sys"), tree);
    }

    /** Where an absolute path of the host is found here. */
    public Path at(String absolute) {
        Path path = Path.of("/").resolve(BytePath.of(absolute)).normalize();
        if (path.startsWith("/proc")) {
            return proc.resolve(Path.of("/proc").relativize(path));
        }
        if (path.startsWith("/sys")) {
            return sys.resolve(Path.of("/sys").relativize(path));
        }
        return root.resolve(Path.of("/").relativize(path));
    }
}
