package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder that only this user can write; it holds the undo file or the lock. Another user can neither add files to it
 * nor replace it.
 */
record PrivateFolder(Path path) {
    private static final int OTHERS_MAY_WRITE = 0022;
    private static final int ALL_MAY_WRITE = 0002;
    private static final Integer ROOT = 0;
    private static final int STICKY = 01000;

    PrivateFolder {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Creates the folder (mode 0700) if it is absent, and checks it.
     *
     * @throws UnusableFolderException if the folder is absent and cannot be created here
     * @throws IOException in one line, if another user can write the folder
     */
    void prepare() throws IOException {
        try {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException there) {
            // Checked below.
        } catch (NoSuchFileException e) {
            throw new UnusableFolderException(path, "" + path.getParent() + " does not exist", e);
        } catch (AccessDeniedException e) {
            throw new UnusableFolderException(path, "permission denied. Run as root", e);
        } catch (FileSystemException e) {
            throw new UnusableFolderException(path, WriteFailure.why(e), e);
        }
        check();
    }

    /**
     * Returns whether the folder exists; an existing folder is checked.
     *
     * @throws IOException in one line, if another user can write the folder
     */
    boolean exists() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        try {
            check();
            return true;
        } catch (NoSuchFileException e) {
            // Another process has deleted it meanwhile.
            return false;
        }
    }

    private void check() throws IOException {
        UnixAttributes seen = UnixAttributes.of(path, "isDirectory,isSymbolicLink,uid,mode");
        if (seen.is("isSymbolicLink")) {
            throw refused("it is a symbolic link");
        }
        if (!seen.is("isDirectory")) {
            throw refused("it is not a folder");
        }
        Object owner = seen.value("uid");
        Object us = ownUser();
        if (owner.equals(ROOT) && !us.equals(ROOT)) {
            throw new IOException("the folder " + path + " belongs to root. Run as root.");
        }
        if (!owner.equals(us)) {
            throw refused("it belongs to user id " + owner + ", not to " + us);
        }
        if ((seen.number("mode") & OTHERS_MAY_WRITE) != 0) {
            throw refused("other users may write into it");
        }
        int parentMode = (Integer) Files.getAttribute(path.resolveSibling("."), "unix:mode");
        if ((parentMode & ALL_MAY_WRITE) != 0 && (parentMode & STICKY) == 0) {
            throw refused("any user may replace it, as " + path.getParent() + " is world-writable and not sticky");
        }
    }

    private IOException refused(String why) {
        return new IOException("the folder " + path + " is refused: " + why + ". Find its owner (ls -ld "
                + ShellQuote.word(path.toString()) + "), and remove it if it is not needed.");
    }

    /** The effective user id of this process: the owner of its folder in /proc (proc(5)). */
    static Integer ownUser() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }
}
