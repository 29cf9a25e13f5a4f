package io.github.hpjvm.it.lab;

import java.util.List;
import java.util.Optional;

/** The instances of hp-jvm in tracefs, seen through a mount of its own: the host need not have one. */
public final class TraceInstances {
    private static final String INSTANCES = "/sys/kernel/tracing/instances";
    private static final String MOUNT = "mount -t tracefs none /sys/kernel/tracing && ";

    private TraceInstances() {}

    public static boolean isAvailable() {
        return listed().exitCode() == 0;
    }

    /** The names that begin with {@code hp-jvm-}. */
    public static List<String> all() {
        return listed().out().lines().filter(name -> name.startsWith("hp-jvm-")).toList();
    }

    /** The instance of a process. */
    public static Optional<String> of(long pid) {
        return all().stream()
                .filter(name -> name.startsWith("hp-jvm-" + pid + "-"))
                .findFirst();
    }

    /** The text of a file of an instance; empty if there is none. */
    public static String text(String name, String file) {
        return mounted("cat " + INSTANCES + "/" + name + "/" + file).out();
    }

    private static Program.Ended listed() {
        return mounted("ls " + INSTANCES);
    }

    private static Program.Ended mounted(String command) {
        return Program.of("unshare", "-m", "sh", "-c", MOUNT + command).run();
    }
}
