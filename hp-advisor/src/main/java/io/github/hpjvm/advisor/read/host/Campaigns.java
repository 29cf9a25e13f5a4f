package io.github.hpjvm.advisor.read.host;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Campaigns of hp-jvm on this host. */
public final class Campaigns {
    private static final String FOLDER = "run/hp-jvm";

    private Campaigns() {}

    /**
     * Returns whether a campaign of root runs, or has left changes to restore: its lock and its undo record are in
     * {@code /run/hp-jvm}, and the folder is deleted with the last of them. Only root can create it. A campaign that
     * sees another {@code /run} is not found.
     */
    public static boolean areRunning(Path root) {
        return Files.isDirectory(root.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS);
    }
}
