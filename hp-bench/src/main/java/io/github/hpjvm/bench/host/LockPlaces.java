package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The lock files of campaigns.
 *
 * @param root whether this process runs as root
 * @param ofRoot the folder for campaigns of root, which change the host or repair it
 * @param ofUser the folder for campaigns of this user that only measure
 * @param kernel whether files of the kernel are locked too, see {@link KernelLock}
 */
record LockPlaces(boolean root, PrivateFolder ofRoot, PrivateFolder ofUser, boolean kernel) {
    private static final String FILE = "lock";

    /** The lock files of this process on this host. */
    static LockPlaces ofThisHost() throws IOException {
        Integer user = PrivateFolder.ownUser();
        return new LockPlaces(
                user == 0, new PrivateFolder(UndoFile.defaultFolder()), new PrivateFolder(ofUser(user)), true);
    }

    /**
     * {@code /run/user/UID/hp-jvm} where systemd has created the user's folder, else {@code /tmp/hp-jvm-UID}. All
     * processes of the user must agree, so the environment is not read.
     */
    private static Path ofUser(Integer user) {
        Path runtime = Path.of("/run/user", user.toString());
        try {
            if (Files.getAttribute(runtime, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                    .equals(user)) {
                return runtime.resolve("hp-jvm");
            }
        } catch (IOException absent) {
            // This is not a session of systemd.
        }
        return Path.of("/tmp/hp-jvm-" + user);
    }

    /** The path of the lock file; creates its folder if it is absent. */
    Path prepare(HostLock.Use use) throws IOException {
        if (use == HostLock.Use.MEASURE && !root) {
            return prepare(ofUser);
        }
        try {
            return prepare(ofRoot);
        } catch (UnusableFolderException e) {
            if (use == HostLock.Use.CHANGE) {
                throw e;
            }
            // Without the folder there is no undo either, so this campaign only measures.
            return prepare(ofUser);
        }
    }

    private static Path prepare(PrivateFolder folder) throws IOException {
        folder.prepare();
        return folder.path().resolve(FILE);
    }
}
