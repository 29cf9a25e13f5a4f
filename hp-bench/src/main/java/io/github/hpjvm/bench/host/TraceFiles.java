package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's tracefs: the mounted one, or a mount without a path that ends with this object. Instances are the same in
 * all mounts.
 */
public final class TraceFiles implements AutoCloseable {
    private static final List<Path> MOUNTS =
            List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));
    private static final Pattern OWNED = Pattern.compile("hp-jvm-([1-9]\\d{0,9})-(\\d{1,18})");

    /** The largest format files have 20 KiB of symbols. */
    private static final int LONGEST_FORMAT = 256 << 10;

    private final Path folder;
    private final Optional<Tracefs> mount;

    private TraceFiles(Path folder, Optional<Tracefs> mount) {
        this.folder = folder;
        this.mount = mount;
    }

    /**
     * Finds or mounts tracefs.
     *
     * @throws UnavailableException if this process may not use it, or the kernel has none
     */
    public static TraceFiles open() throws UnavailableException {
        for (Path place : MOUNTS) {
            try {
                if (isTracefs(place)) {
                    return new TraceFiles(place, Optional.empty());
                }
            } catch (AccessDeniedException e) {
                throw new UnavailableException("tracefs needs root: run it with sudo", e);
            } catch (IOException e) {
                throw new UnavailableException(place + " cannot be read: " + e.getMessage(), e);
            }
        }
        try {
            Tracefs mount = Tracefs.open();
            return new TraceFiles(mount.file(""), Optional.of(mount));
        } catch (UnavailableException e) {
            throw new UnavailableException(
                    "tracefs is not mounted, and this process cannot mount it (" + e.getMessage()
                            + "): run it with sudo, or type sudo mount -t tracefs none /sys/kernel/tracing",
                    e);
        }
    }

    private static boolean isTracefs(Path place) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "instances")) {
            return files.iterator().hasNext();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Returns whether other programs find tracefs too. */
    public boolean isMounted() {
        return mount.isEmpty();
    }

    /** The description of an event's fields; empty if the kernel does not have it. */
    public String format(String event) {
        try (InputStream in = Files.newInputStream(event(folder, event).resolve("format"))) {
            return new String(in.readNBytes(LONGEST_FORMAT), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return "";
        }
    }

    /**
     * Removes the instances whose processes have ended, and returns their names. An instance that is being read is in
     * use: the kernel refuses to remove it.
     */
    public List<String> removeLeftOver() {
        List<String> removed = new ArrayList<>();
        try (DirectoryStream<Path> instances = Files.newDirectoryStream(folder.resolve("instances"), "hp-jvm-*")) {
            for (Path instance : instances) {
                if (hasEnded(instance.getFileName().toString()) && delete(instance)) {
                    removed.add(instance.getFileName().toString());
                }
            }
        } catch (IOException e) {
            // A folder that cannot be listed also takes no instance, which the caller reports.
            return removed;
        }
        return removed;
    }

    private static boolean hasEnded(String name) {
        Matcher owner = OWNED.matcher(name);
        if (!owner.matches()) {
            return false;
        }
        ProcessIdentity identity = new ProcessIdentity(Long.parseLong(owner.group(1)), Long.parseLong(owner.group(2)));
        try {
            return !ProcessIdentity.of(identity.pid()).equals(identity);
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean delete(Path instance) {
        try {
            Files.delete(instance);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Creates the instance of this process. Its name has the process ID and the start time in clock ticks.
     *
     * @throws IOException if the kernel refuses it
     */
    public TraceInstance instance() throws IOException {
        ProcessIdentity own = ProcessIdentity.own();
        Path path = folder.resolve("instances").resolve("hp-jvm-" + own.pid() + "-" + own.startTicks());
        Files.createDirectory(path);
        return new TraceInstance(path);
    }

    static Path event(Path folder, String event) {
        return folder.resolve("events").resolve(event.replace(':', '/'));
    }

    @Override
    public void close() {
        mount.ifPresent(Tracefs::close);
    }
}
