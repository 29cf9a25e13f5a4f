package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rights of this process, and the one that it lacks when the kernel denies a read. Root of a container has not all
 * capabilities of root, and root of a user namespace has them only there (capabilities(7), user_namespaces(7)).
 *
 * @param root whether its effective user ID is 0
 * @param capabilities its effective capabilities, a bit for each; empty if unknown
 */
public record OwnRights(boolean root, Optional<Long> capabilities) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String THIS_ROOT = "this root";
    private static final Pattern OF_PROCESS = Pattern.compile("/\\d+/");

    /** Of {@code include/uapi/linux/capability.h}. */
    private enum Capability {
        /** Needed beside CAP_SYS_PTRACE for the files of another user. */
        DAC_READ_SEARCH(2),
        SYS_PTRACE(19);

        private final int bit;

        Capability(int bit) {
            this.bit = bit;
        }
    }

    /** The rights of this process now; those of an unprivileged user if they are unknown. */
    public static OwnRights here() {
        try {
            return of(StatusFile.parse(Files.readString(STATUS, StandardCharsets.ISO_8859_1)));
        } catch (IOException | MalformedTextException | SecurityException e) {
            return new OwnRights(false, Optional.empty());
        }
    }

    static OwnRights of(ProcStatus status) {
        return new OwnRights(status.uid().orElse(-1) == 0, status.capabilities());
    }

    /** What permits to read a file: of a process, or of the host. */
    static String grant(Path file) {
        return OF_PROCESS.matcher(file.toString()).find()
                ? here().toReadProcess("the user of that process")
                : here().toReadFile("the user who may read " + file);
    }

    /**
     * What permits to read the memory and the files of another process: memory needs CAP_SYS_PTRACE (__ptrace_may_access in
     * {@code kernel/ptrace.c}).
     *
     * @param others who else may read it, such as "the user of that process"
     */
    public String toReadProcess(String others) {
        return grant(others, List.of(Capability.SYS_PTRACE, Capability.DAC_READ_SEARCH));
    }

    /** What permits to read a file of another user (generic_permission in {@code fs/namei.c}). */
    public String toReadFile(String others) {
        return grant(others, List.of(Capability.DAC_READ_SEARCH));
    }

    /** What permits to read the processes of all users. */
    public String toSeeOthers(String command) {
        return root ? toReadProcess("their users") : "run as root: sudo " + command;
    }

    private String grant(String others, List<Capability> needed) {
        if (!root) {
            return "run as " + others + ", or as root";
        }
        List<String> missing = missing(needed);
        return missing.isEmpty()
                ? "a security module or another user namespace protects it from " + THIS_ROOT
                        + ": run in that namespace, or as " + others
                : THIS_ROOT + " lacks " + String.join(" and ", missing)
                        + ": in a container add it (--cap-add, securityContext.capabilities.add), or run as " + others;
    }

    /** Returns whether a process of root was denied, which the grant of the fact says; a snapshot has the grant only. */
    public static boolean isOfRoot(String grant) {
        return grant.contains(THIS_ROOT);
    }

    private List<String> missing(List<Capability> needed) {
        List<String> missing = new ArrayList<>();
        for (Capability one : needed) {
            if (capabilities.isPresent() && (capabilities.get() >> one.bit & 1) == 0) {
                missing.add("CAP_" + one);
            }
        }
        return missing;
    }
}
