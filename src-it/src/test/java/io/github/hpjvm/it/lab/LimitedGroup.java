package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A control group (version 2) with a limit for the pool of 2 MiB pages; closing removes it. */
public final class LimitedGroup implements AutoCloseable {
    private static final String CONTROLLER = "hugetlb";
    private static final String NAME = "hp-it-" + ProcessHandle.current().pid();

    private final Path root;
    private final Path folder;
    private final boolean delegatedBefore;

    private LimitedGroup(Path root, boolean delegatedBefore) {
        this.root = root;
        this.folder = root.resolve(NAME);
        this.delegatedBefore = delegatedBefore;
    }

    /** Creates the group; skips the test if version 2 has no such controller. */
    public static LimitedGroup allowing(long bytes) {
        Needs.root();
        Optional<Path> root = Stream.of(Path.of("/sys/fs/cgroup"), Path.of("/sys/fs/cgroup/unified"))
                .filter(path -> has(path.resolve("cgroup.controllers"), CONTROLLER))
                .findFirst();
        Needs.that(root.isPresent(), "the hugetlb controller of control groups, version 2");
        Path file = root.orElseThrow().resolve("cgroup.subtree_control");
        LimitedGroup group = new LimitedGroup(root.get(), has(file, CONTROLLER));
        HostState.write(file, "+" + CONTROLLER);
        try {
            Files.createDirectory(group.folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        group.allow(bytes);
        return group;
    }

    private static boolean has(Path file, String word) {
        return Files.isReadable(file)
                && Stream.of(HostState.value(file).split(" ")).anyMatch(word::equals);
    }

    /** Changes the limit. */
    public void allow(long bytes) {
        HostState.write(limit(), Long.toString(bytes));
    }

    /** Returns the file with the limit. */
    public Path limit() {
        return folder.resolve("hugetlb.2MB.max");
    }

    /** Returns the program, as a member of the group from its start, and without a core dump. */
    public Program in(Program program) {
        return program.through(
                "/bin/sh", "-c", "ulimit -c 0; echo $$ > \"$0\" && exec \"$@\"", folder.resolve("cgroup.procs"));
    }

    /** Removes the group. The kernel needs a moment after the last process has ended. */
    @Override
    public void close() {
        Poll.until("the group is empty", () -> {
            try {
                Files.deleteIfExists(folder);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
        if (!delegatedBefore) {
            HostState.write(root.resolve("cgroup.subtree_control"), "-" + CONTROLLER);
        }
    }
}
