package io.github.hpjvm.bench.run;

import io.github.hpjvm.bench.BenchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;

/**
 * The folder that a user names for results. Root writes only where nobody else could have laid a link for it: every folder
 * on the way is root's own, and others may write to it only if it is sticky, like /tmp.
 */
public final class OutputFolder {
    private static final int OTHERS_MAY_WRITE = 0022;
    private static final int STICKY = 01000;
    private static final Integer ROOT = 0;

    private OutputFolder() {}

    /**
     * Makes the folder if it is not there.
     *
     * @throws BenchException if it cannot be made, or if root must not write there
     */
    public static Path prepare(Path folder) {
        try {
            if (OwnProcess.isRoot()) {
                refuseTraps(folder.toAbsolutePath().normalize());
            }
            Files.createDirectories(folder);
            return folder;
        } catch (IOException e) {
            throw BenchException.cannotWrite(folder, e);
        }
    }

    private static void refuseTraps(Path folder) throws IOException {
        Path way = folder.getRoot();
        boolean sharedParent = false;
        for (Path name : folder) {
            way = way.resolve(name);
            if (!Files.exists(way, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            Map<String, Object> seen =
                    Files.readAttributes(way, "unix:isSymbolicLink,uid,mode", LinkOption.NOFOLLOW_LINKS);
            boolean link = (Boolean) seen.get("isSymbolicLink");
            int mode = (Integer) seen.get("mode");
            boolean shared = !link && (mode & OTHERS_MAY_WRITE) != 0;
            boolean last = way.equals(folder);
            if (!seen.get("uid").equals(ROOT) && (sharedParent || last)) {
                throw refused(way, "it belongs to user id " + seen.get("uid"));
            }
            if (shared && (last || (mode & STICKY) == 0)) {
                throw refused(way, "others may write into it");
            }
            sharedParent = shared;
        }
    }

    private static BenchException refused(Path way, String why) {
        return new BenchException("out: root does not write results to " + way + ", because " + why
                + " and could lay links for root to follow; name a folder of root's own");
    }
}
