package io.github.hpjvm.advisor.read.attach;

import io.github.hpjvm.advisor.read.file.TargetFiles;
import io.github.hpjvm.advisor.read.syscall.KernelAbi;
import io.github.hpjvm.advisor.read.syscall.NativeCalls;
import io.github.hpjvm.advisor.read.syscall.NativeCalls.RefusedCallException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;

/**
 * A socket file that a target sees. It is opened by {@code O_PATH}, folder by folder, and no link is followed. The
 * descriptor names the file that was examined, even if the target replaces it meanwhile.
 *
 * @param root {@code /proc/PID/root}, a link that the kernel resolves
 * @param names on the way from the root to the file; not empty
 * @param owner the required owner of the file; if empty, any owner is accepted
 */
record SocketFile(NativeCalls calls, KernelAbi abi, Path root, List<String> names, Optional<UserPrincipal> owner) {

    private static final int FLAGS = KernelAbi.O_PATH | KernelAbi.O_CLOEXEC;

    /** The open file; {@link #close} closes its descriptor. */
    record Open(NativeCalls calls, int descriptor) implements AutoCloseable {

        /** Returns a path that leads to this file and to no other one. */
        Path path() {
            return Path.of("/proc/self/fd/" + descriptor);
        }

        @Override
        public void close() {
            calls.close(descriptor);
        }
    }

    /**
     * Opens the file.
     *
     * @throws IOException if a link is on the way, or the file is no socket of its owner
     */
    Open open() throws IOException {
        Open file = walk();
        try {
            PosixFileAttributes attributes = Files.readAttributes(file.path(), PosixFileAttributes.class);
            if (!attributes.isOther() || owner.isPresent() && !owner.get().equals(attributes.owner())) {
                throw new IOException("no socket of the process at " + new TargetFiles(root).path(names));
            }
            return file;
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private Open walk() throws IOException {
        int last = names.size() - 1;
        try {
            int folder = calls.openat(KernelAbi.AT_FDCWD, root.toString(), FLAGS | abi.directory());
            for (int i = 0; i < last; i++) {
                folder = next(folder, names.get(i), FLAGS | abi.noFollow() | abi.directory());
            }
            return new Open(calls, next(folder, names.get(last), FLAGS | abi.noFollow()));
        } catch (RefusedCallException e) {
            throw new IOException("cannot open " + new TargetFiles(root).path(names) + ": " + e.getMessage(), e);
        }
    }

    private int next(int folder, String name, int flags) throws RefusedCallException {
        try {
            return calls.openat(folder, name, flags);
        } finally {
            calls.close(folder);
        }
    }
}
