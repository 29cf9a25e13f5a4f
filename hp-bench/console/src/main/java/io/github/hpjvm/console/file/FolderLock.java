package io.github.hpjvm.console.file;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The exclusive use of an output folder by one process. The kernel ends it with the process, however that ends. */
public final class FolderLock implements AutoCloseable {
    private static final String NAME = "lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Locks a folder, which is created if it is absent.
     *
     * @throws UsageException if another process uses it
     * @throws BenchException if it cannot be written, or if root must not write there
     */
    public static FolderLock of(Path folder) {
        Path file = OutputFolder.prepare(folder).resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            if (channel.tryLock() == null) {
                channel.close();
                throw inUse(folder);
            }
            return new FolderLock(channel);
        } catch (OverlappingFileLockException e) {
            throw inUse(folder);
        } catch (IOException e) {
            throw BenchException.cannotWrite(file, e);
        }
    }

    private static UsageException inUse(Path folder) {
        return new UsageException("another process records into " + folder + "; end it, or name another folder");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
