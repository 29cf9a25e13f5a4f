package io.github.hpjvm.it.matrix;

import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.bench.host.ThpDisable;
import io.github.hpjvm.bench.host.UnavailableException;
import io.github.hpjvm.it.lab.ControlGroup;
import io.github.hpjvm.it.lab.HostState;
import io.github.hpjvm.it.lab.Program;
import io.github.hpjvm.it.lab.TheHost;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The host in the state of a case. Settings that {@link TheHost} manages stay as they are until the next scene, so that
 * cases in the same state are cheap; control groups end with it.
 */
public final class Scene implements AutoCloseable {
    /** Interval that stops khugepaged. It would repair within seconds what a fault did not get. */
    private static final String NO_REPAIR_MILLIS = "3600000";

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HostStateSpec spec;
    private final List<ControlGroup> groups = new ArrayList<>();

    private Scene(HostStateSpec spec) {
        this.spec = spec;
    }

    /**
     * Applies the state.
     *
     * @throws NotPossible if this machine cannot be brought into that state, with what is missing
     */
    public static Scene set(TheHost host, HostStateSpec spec) throws NotPossible {
        set(host, HostState.SCAN_SLEEP, NO_REPAIR_MILLIS);
        set(host, HostState.ENABLED, spec.enabled());
        set(host, HostState.ENABLED_2M, spec.enabled2m());
        // The kernel refuses force as long as the 2 MiB pages do not inherit it (mm/shmem.c, shmem_enabled_store).
        set(host, HostState.SHMEM_2M, spec.shmem2m());
        set(host, HostState.SHMEM, spec.shmem());
        set(host, HostState.DEFRAG, spec.defrag());
        set(host, HostState.OVERCOMMIT_2M, Long.toString(spec.overcommit()));
        set(host, HostState.POOL_2M, Long.toString(spec.pool()));
        set(host, HostState.POOL_1G, Long.toString(spec.gigantic()));
        untilUnused();
        Scene scene = new Scene(spec);
        try {
            scene.group();
        } catch (NotPossible e) {
            scene.close();
            throw e;
        }
        return scene;
    }

    private static void set(TheHost host, Path file, String value) throws NotPossible {
        if (!Files.exists(file)) {
            if (!HostStateSpec.isPlain(value)) {
                throw new NotPossible("no " + file);
            }
            return;
        }
        try {
            host.set(file, value);
        } catch (UncheckedIOException e) {
            throw new NotPossible("the kernel refuses " + value + " in " + file);
        }
        String got = HostState.value(file);
        if (!got.equals(value)) {
            throw new NotPossible(file + " is " + got + " instead of " + value);
        }
    }

    /** Waits until pools are unused. Another process may have pages of a pool. */
    private static void untilUnused() throws NotPossible {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!Pools.now().isUnused()) {
            if (System.nanoTime() > end) {
                throw new NotPossible("another process has pages of a pool: " + Pools.now());
            }
            LockSupport.parkNanos(Duration.ofMillis(3).toNanos());
        }
    }

    private void group() throws NotPossible {
        if (spec.max().isPresent() || spec.reservedMax().isPresent()) {
            ControlGroup group = group("hugetlb");
            spec.max().ifPresent(group::maxPages);
            spec.reservedMax().ifPresent(group::maxReservedPages);
        }
        if (spec.memoryMiB().isPresent()) {
            group("memory").maxMemory(spec.memoryMiB().getAsLong());
        }
        if (spec.cpus().isPresent()) {
            group("cpu").maxCpu(spec.cpus().getAsLong());
        }
    }

    private ControlGroup group(String controller) throws NotPossible {
        ControlGroup group = ControlGroup.of(controller, "hp-matrix")
                .orElseThrow(() -> new NotPossible("no control group for " + controller));
        groups.add(group);
        return group;
    }

    /**
     * Starts a program in it: in its control groups, without a core dump, and without JVM options of the caller's
     * environment.
     */
    public Program.Running start(List<String> command, Path folder) throws NotPossible {
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c"));
        StringBuilder script = new StringBuilder("ulimit -c 0; ");
        groups.forEach(
                group -> script.append("echo $$ >'").append(group.procs()).append("' && "));
        all.add(script + "exec \"$@\"");
        all.add("sh");
        all.addAll(command);
        Program program = Program.of(all)
                .in(folder)
                .listening()
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "GLIBC_TUNABLES");
        if (spec.prctl() == ThpExclusion.NONE) {
            return program.start();
        }
        try {
            ThpDisable disabled = spec.prctl() == ThpExclusion.ALL ? ThpDisable.set() : ThpDisable.setExceptAdvised();
            try {
                return program.start();
            } finally {
                disabled.close();
            }
        } catch (UnavailableException e) {
            throw new NotPossible(e.getMessage());
        }
    }

    @Override
    public void close() {
        groups.forEach(ControlGroup::close);
        groups.clear();
    }

    /** A state that this machine does not offer. */
    public static final class NotPossible extends Exception {
        private static final long serialVersionUID = 1;

        NotPossible(String why) {
            super(why);
        }
    }
}
