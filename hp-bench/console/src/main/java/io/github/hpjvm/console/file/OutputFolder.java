package io.github.hpjvm.console.file;

import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.process.ThisProcess;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;

/**
 * The folder that a user names for output. Root writes only where no other user can create a link: every folder on the
 * path belongs to root, and is writable for others only if it is sticky, like {@code /tmp}.
 *
 * <p>A user who owns a folder on the path to hp-bench's own code counts as root: root runs that user's code already. So
 * root can build in the checkout of another user.
 */
public final class OutputFolder {
    private static final int OTHERS_MAY_WRITE = 0022;
    private static final int STICKY = 01000;
    private static final int MOST_LINKS = 40;
    private static final Integer ROOT = 0;

    private OutputFolder() {}

    /**
     * Creates the folder if it is absent.
     *
     * @throws BenchException if it cannot be created, or if root must not write there
     */
    public static Path prepare(Path folder) {
        try {
            boolean root = ThisProcess.isRoot();
            if (root) {
                requireSafe(folder, true);
            }
            Files.createDirectories(folder);
            if (root) {
                // In a sticky folder another user may have created it first.
                requireSafe(folder, true);
            }
            return folder;
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder, e);
        }
    }

    /**
     * Checks whether {@link #prepare} would refuse the folder, which may be absent.
     *
     * @throws BenchException if root must not write there
     */
    public static void requirePermitted(Path folder) {
        try {
            if (ThisProcess.isRoot()) {
                requireSafe(folder, true);
            }
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder, e);
        }
    }

    /**
     * Checks the place of a new file that then gets its name. Others may write into its folder if that is sticky and
     * has no file of theirs with this name.
     *
     * @throws BenchException if root must not write there
     */
    static void requireSafe(Path file) throws IOException {
        if (ThisProcess.isRoot()) {
            requireSafe(file, false);
        }
    }

    /**
     * Resolves a path as the kernel does, link by link, and checks each entry. The last name of a file is not followed:
     * the file replaces a link.
     */
    private static void requireSafe(Path place, boolean folder) throws IOException {
        Set<Object> trusted = trusted();
        Deque<Path> names = new ArrayDeque<>();
        place.toAbsolutePath().forEach(names::add);
        Path way = place.toAbsolutePath().getRoot();
        int links = 0;
        while (!names.isEmpty()) {
            Path next = way.resolve(names.removeFirst()).normalize();
            boolean isFile = names.isEmpty() && !folder;
            if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            boolean isLink = Files.isSymbolicLink(next);
            check(next, isShared(way) || !isFile, names.isEmpty() && folder && !isLink, trusted);
            if (isLink && !isFile) {
                if (++links > MOST_LINKS) {
                    throw new FileSystemLoopException(place.toString());
                }
                Path target = Files.readSymbolicLink(next);
                for (int i = target.getNameCount() - 1; i >= 0; i--) {
                    names.addFirst(target.getName(i));
                }
                way = target.isAbsolute() ? target.getRoot() : way;
            } else {
                way = next;
            }
        }
    }

    /**
     * @param ownerMatters whether its owner, if not trusted, could have created it or can change its content
     * @param ofRootAlone whether only root may write into it; a sticky folder is then not sufficient
     */
    private static void check(Path entry, boolean ownerMatters, boolean ofRootAlone, Set<Object> trusted)
            throws IOException {
        Object owner = Files.getAttribute(entry, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (ownerMatters && !trusted.contains(owner)) {
            throw refused(entry, "it belongs to user id " + owner);
        }
        if (isShared(entry) && (ofRootAlone || (mode(entry) & STICKY) == 0)) {
            throw refused(entry, "others may write into it");
        }
    }

    private static boolean isShared(Path entry) throws IOException {
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) && (mode(entry) & OTHERS_MAY_WRITE) != 0;
    }

    private static int mode(Path entry) throws IOException {
        return (Integer) Files.getAttribute(entry, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    }

    /** Root, and the owners of the folders on the path to hp-bench's own code. */
    private static Set<Object> trusted() throws IOException {
        Set<Object> trusted = new HashSet<>();
        trusted.add(ROOT);
        try {
            Path code = Path.of(OutputFolder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            for (Path way = code.toRealPath(); way != null; way = way.getParent()) {
                trusted.add(Files.getAttribute(way, "unix:uid"));
            }
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
        return trusted;
    }

    private static BenchException refused(Path way, String why) {
        return new BenchException("out: root does not write to " + way + ": " + why
                + ", so links could redirect the output; name a folder that belongs to root");
    }
}
