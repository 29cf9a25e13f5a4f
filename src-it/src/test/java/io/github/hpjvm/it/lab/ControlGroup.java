package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A control group below the root, for hugetlb pages, for memory, for processor time or to freeze processes, in the version that has that
 * controller. When it is closed, it is removed, and the controller is disabled again. A process enters it by writing
 * its number to {@link #procs}.
 */
public final class ControlGroup implements AutoCloseable {
    /** No controller of version 2: each of its groups can be frozen. */
    private static final String FREEZER = "freezer";

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Path folder;
    private final boolean legacy;
    private final Optional<Path> delegation;
    private final String controller;

    private ControlGroup(Path folder, boolean legacy, Optional<Path> delegation, String controller) {
        this.folder = folder;
        this.legacy = legacy;
        this.delegation = delegation;
        this.controller = controller;
    }

    /** Creates one; empty if no hierarchy has that controller or it may not be used. */
    public static Optional<ControlGroup> of(String controller, String name) {
        try {
            Optional<Path> legacy = mount("cgroup", controller);
            if (legacy.isPresent()) {
                Path folder = Files.createDirectories(legacy.get().resolve(name));
                return Optional.of(new ControlGroup(folder, true, Optional.empty(), controller));
            }
            Optional<Path> unified = mount("cgroup2", "");
            if (unified.isPresent() && controller.equals(FREEZER)) {
                Path folder = Files.createDirectories(unified.get().resolve(name));
                return Optional.of(new ControlGroup(folder, false, Optional.empty(), controller));
            }
            if (unified.isEmpty() || !has(unified.get().resolve("cgroup.controllers"), controller)) {
                return Optional.empty();
            }
            Path control = unified.get().resolve("cgroup.subtree_control");
            boolean ours = !has(control, controller);
            if (ours) {
                Files.writeString(control, "+" + controller);
            }
            Path folder = Files.createDirectories(unified.get().resolve(name));
            return Optional.of(
                    new ControlGroup(folder, false, ours ? Optional.of(control) : Optional.empty(), controller));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Limits the pages of 2 MiB that may be touched. */
    public void maxPages(long pages) {
        write(legacy ? "hugetlb.2MB.limit_in_bytes" : "hugetlb.2MB.max", pages << 21);
    }

    /** Limits the pages of 2 MiB that may be reserved. */
    public void maxReservedPages(long pages) {
        write(legacy ? "hugetlb.2MB.rsvd.limit_in_bytes" : "hugetlb.2MB.rsvd.max", pages << 21);
    }

    public void maxMemory(long mebibytes) {
        write(legacy ? "memory.limit_in_bytes" : "memory.max", mebibytes << 20);
    }

    /** Limits the time of processors, in thousandths of one. */
    public void maxCpu(long thousandths) {
        if (legacy) {
            write("cpu.cfs_quota_us", thousandths * 100);
        } else {
            HostState.write(folder.resolve("cpu.max"), thousandths * 100 + " 100000");
        }
    }

    /** Gives it half of the usual weight of processor time, and the weight of half a processor in a container. */
    public void halfWeight() {
        write(legacy ? "cpu.shares" : "cpu.weight", legacy ? 512 : 20);
    }

    /** Freezes its processes, or lets them go on. */
    public void freeze(boolean frozen) {
        if (legacy) {
            HostState.write(folder.resolve("freezer.state"), frozen ? "FROZEN" : "THAWED");
        } else {
            write("cgroup.freeze", frozen ? 1 : 0);
        }
    }

    /** Returns the file that takes the number of a process. */
    public Path procs() {
        return folder.resolve("cgroup.procs");
    }

    @Override
    public void close() {
        Poll.untilFound("the end of " + folder, PATIENCE, () -> {
            try {
                Files.deleteIfExists(folder);
                return Optional.of(true);
            } catch (IOException e) {
                return Optional.empty();
            }
        });
        delegation.ifPresent(file -> HostState.write(file, "-" + controller));
    }

    private void write(String file, long value) {
        HostState.write(folder.resolve(file), Long.toString(value));
    }

    private static boolean has(Path file, String word) throws IOException {
        return Files.isReadable(file)
                && Arrays.asList(Files.readString(file).strip().split(" ")).contains(word);
    }

    /** Returns where a hierarchy is mounted; for version 1 by its controller. */
    private static Optional<Path> mount(String type, String option) {
        List<String[]> mounts = new ArrayList<>();
        try {
            Files.readAllLines(Path.of("/proc/self/mounts")).forEach(line -> mounts.add(line.split(" ")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return mounts.stream()
                .filter(mount -> mount[2].equals(type))
                .filter(mount ->
                        option.isEmpty() || Arrays.asList(mount[3].split(",")).contains(option))
                .map(mount -> Path.of(mount[1]))
                .findFirst();
    }
}
