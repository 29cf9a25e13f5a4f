package io.github.hpjvm.it.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** podman with images in a folder of the test: it neither reads nor writes those of this machine. */
public final class Podman {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** crun does not start containers where version 2 of control groups is mounted beside version 1. */
    private static final String VERSION_1 = "umount /sys/fs/cgroup/unified 2>/dev/null; exec \"$@\"";

    private final Path folder;

    private Podman(Path folder) {
        this.folder = folder;
    }

    /** Skips the test without podman or root. */
    public static Podman in(Path folder) throws IOException {
        Needs.root();
        Needs.oneOf("podman");
        Path store = Files.createDirectory(folder.resolve("store"));
        Files.writeString(
                folder.resolve("storage.conf"),
                "[storage]\ndriver = \"vfs\"\nrunroot = \"" + store.resolve("run") + "\"\ngraphroot = \""
                        + store.resolve("graph") + "\"\n");
        Files.writeString(
                folder.resolve("containers.conf"),
                "[containers]\ndefault_ulimits = []\n[engine]\ncgroup_manager = \"cgroupfs\"\n"
                        + "events_logger = \"none\"\n");
        return new Podman(folder);
    }

    public Program podman(Object... words) {
        return running("podman").with(words);
    }

    /** Returns a program whose podman is this one. */
    public Program running(String program) {
        return Program.of("unshare", "--mount", "sh", "-c", VERSION_1, "sh", program)
                .set("CONTAINERS_STORAGE_CONF", folder.resolve("storage.conf"))
                .set("CONTAINERS_CONF", folder.resolve("containers.conf"))
                .set("BUILDAH_ISOLATION", "chroot")
                .limit(LIMIT);
    }

    /** Makes an image with a shell, the C library and a few programs of this machine, on which the archive runs. */
    public void importBase(Path archive, String name) throws IOException {
        BareRoot base = BareRoot.at(folder.resolve("base"), "sh", "ln", "readlink");
        Path runtime = Files.createDirectory(folder.resolve("runtime"));
        runs(Program.of("tar", "-xzf", archive.toString(), "-C", runtime.toString(), "--strip-components=1"));
        base.copyLibraries(runtime.resolve("runtime/lib/server/libjvm.so"));
        Path packed = folder.resolve("base.tar");
        runs(Program.of("tar", "-cf", packed.toString(), "-C", base.path().toString(), "."));
        runs(podman("import", packed, name));
    }

    /** Removes all images. */
    public void clear() {
        runs(podman("rmi", "--all", "--force"));
    }

    private static void runs(Program program) {
        Program.Ended ended = program.run();
        assertEquals(0, ended.exitCode(), ended.toString());
    }
}
