package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.os.file.BytePath;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The folders of a host's files: its own, or those of a captured tree.
 *
 * @param proc {@code /proc}
 * @param sys {@code /sys}
 * @param root {@code /}, for files elsewhere: {@code etc/passwd}, {@code boot}, {@code lib/modules}
 */
public record Roots(Path proc, Path sys, Path root) {

    public Roots {
        Objects.requireNonNull(proc, "proc");
        Objects.requireNonNull(sys, "sys");
        Objects.requireNonNull(root, "root");
    }

    /** Returns the roots of the host that we run on. */
    public static Roots host() {
        return under(Path.of("/"));
    }

    /** Returns the roots of a tree with {@code proc}, {@code sys} and the like below it. */
    public static Roots under(Path tree) {
        return new Roots(tree.resolve("proc"), tree.resolve("sys"), tree);
    }

    /** Returns the place here of an absolute path of the host. */
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
