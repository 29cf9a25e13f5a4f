package io.github.hpjvm.it.lab;

import io.github.hpjvm.it.lab.Program.Running;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of another user that gives false data to programs that examine it: {@code hostile/Hostile.java} lists how. */
public final class HostileJvm implements AutoCloseable {
    /** The user that attacks. HotSpot keeps counters only for a user that has a name. */
    public static final List<String> NOBODY =
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--");

    /** The same user as root of a user namespace: such a JVM answers that user only, whatever its release is. */
    public static final List<String> NOBODY_IN_NAMESPACE = append(NOBODY, "unshare", "--user", "--map-root-user");

    private final Running running;

    private HostileJvm(Running running) {
        this.running = running;
    }

    /**
     * Starts one; {@link #ready} waits for it.
     *
     * @param folder that the user may read
     * @param user the launcher that becomes the user
     * @param words its arguments: the kind of false data, and an argument of that
     */
    public static HostileJvm start(Path folder, List<String> user, List<String> options, String... words) {
        Program program = Program.of(user)
                .with(Jdks.running().java(), "-Xmx32m")
                .with(options.toArray())
                .with("-cp", JavaSource.compiled(folder, "Hostile", source(), 17), "Hostile")
                .with((Object[]) words)
                .in(folder)
                .unset("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
                .listening();
        return new HostileJvm(program.start());
    }

    /** Waits until it gives false data. */
    public HostileJvm ready() {
        Poll.until("the hostile JVM is ready", () -> running.outSoFar().contains("ready") || !running.isAlive());
        if (!running.isAlive()) {
            throw new IllegalStateException("the hostile JVM ended: " + running.errSoFar());
        }
        return this;
    }

    public long pid() {
        return running.pid();
    }

    /** Returns all that it wrote to stdout and stderr. */
    public String said() {
        return running.outSoFar() + running.errSoFar();
    }

    @Override
    public void close() {
        running.close();
    }

    private static String source() {
        try (InputStream in = HostileJvm.class.getResourceAsStream("/hostile/Hostile.java")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> append(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
