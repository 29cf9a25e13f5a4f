package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** The folder of the undo file: ours alone, so that nobody can tell root what to write where. */
record UndoFolder(Path path) {
    private static final int OTHERS_MAY_WRITE = 0022;
    private static final int ALL_MAY_WRITE = 0002;
    private static final Integer ROOT = 0;
    private static final int STICKY = 01000;

    UndoFolder {
        path = path.toAbsolutePath().normalize();
    }

    /**
     * Makes the folder (mode 0700) if it is absent, and checks it.
     *
     * @throws IOException in one line, if it cannot be made or is not ours alone
     */
    void prepare() throws IOException {
        try {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (FileAlreadyExistsException there) {
            // Checked below, whatever it is.
        } catch (NoSuchFileException e) {
            throw new IOException("cannot make the undo folder " + path + ": there is no " + path.getParent(), e);
        } catch (AccessDeniedException e) {
            throw new IOException("cannot make the undo folder " + path + ": permission denied. Run as root.", e);
        }
        check();
    }

    /**
     * Whether the folder is there; if it is, it is checked.
     *
     * @throws IOException in one line, if it is not ours alone
     */
    boolean exists() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        check();
        return true;
    }

    private void check() throws IOException {
        Map<String, Object> seen =
                Files.readAttributes(path, "unix:isDirectory,isSymbolicLink,uid,mode", LinkOption.NOFOLLOW_LINKS);
        if ((Boolean) seen.get("isSymbolicLink")) {
            throw refused("it is a symbolic link");
        }
        if (!(Boolean) seen.get("isDirectory")) {
            throw refused("it is not a folder");
        }
        Object owner = seen.get("uid");
        Object us = ownUser();
        if (owner.equals(ROOT) && !us.equals(ROOT)) {
            throw new IOException("the undo folder " + path + " belongs to root. Run as root.");
        }
        if (!owner.equals(us)) {
            throw refused("it belongs to user id " + owner + ", not to " + us);
        }
        if (((Integer) seen.get("mode") & OTHERS_MAY_WRITE) != 0) {
            throw refused("others may write into it");
        }
        int parentMode = (Integer) Files.getAttribute(path.resolveSibling("."), "unix:mode");
        if ((parentMode & ALL_MAY_WRITE) != 0 && (parentMode & STICKY) == 0) {
            throw refused("everybody may exchange it, as " + path.getParent() + " is world-writable and not sticky");
        }
    }

    private IOException refused(String why) {
        return new IOException("the undo folder " + path + " is refused: " + why + ". See who made it (ls -ld "
                + PlainText.quoted(path.toString()) + "), and remove it if nobody needs it.");
    }

    /** The effective user of this process owns its folder in /proc (proc(5)). */
    private static Object ownUser() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }
}
