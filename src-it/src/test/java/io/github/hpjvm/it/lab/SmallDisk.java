package io.github.hpjvm.it.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of a few KiB in memory, which fills. It takes root. */
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    /**
     * Mounts it.
     *
     * @param folder a folder that does not exist
     */
    public static SmallDisk mount(Path folder, int kib) throws IOException {
        Needs.root();
        Files.createDirectory(folder);
        Program mount =
                Program.of("mount", "-t", "tmpfs", "-o", "size=" + kib + "k,mode=755", "none", folder.toString());
        Needs.that(mount.run().exitCode() == 0, "the right to mount a file system");
        return new SmallDisk(folder);
    }

    public Path folder() {
        return folder;
    }

    /** Writes a file until no space is left, and returns the exit code of dd, which is 1 then. */
    public int fill() {
        return Program.of("dd", "if=/dev/zero", "of=" + folder.resolve("rest"))
                .run()
                .exitCode();
    }

    @Override
    public void close() {
        Program.of("umount", folder.toString()).run();
    }
}
