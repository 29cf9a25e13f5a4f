package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.proc.ProcStat;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Identifies one process, even after its id is reused.
 *
 * @param pid process id
 * @param startTicks field 22 of {@code /proc/<pid>/stat}, clock ticks since boot (proc_pid_stat(5)). Unlike a
 *     wall-clock start time it reads the same in every process, also after a change of the clock
 */
record ProcessIdentity(long pid, long startTicks) {
    private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,9}):([0-9]{1,18})");

    /** This process. */
    static ProcessIdentity own() throws IOException {
        return of(ProcessHandle.current().pid());
    }

    /**
     * Identifies the process that has this id now.
     *
     * @throws IOException if there is no such process, or its stat line does not have the documented form
     */
    static ProcessIdentity of(long pid) throws IOException {
        Path file = Path.of("/proc", Long.toString(pid), "stat");
        String stat = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        try {
            return new ProcessIdentity(pid, ProcStat.parse(stat).startTicks());
        } catch (MalformedTextException e) {
            throw new IOException(file + " has no start time in field 22", e);
        }
    }

    /** Parses the result of {@link #text()}; empty for any other text. */
    static Optional<ProcessIdentity> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? Optional.of(new ProcessIdentity(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** {@code <pid>:<start ticks>}. */
    String text() {
        return pid + ":" + startTicks;
    }

    /** Returns whether this process runs now and is the parent or a further ancestor of the current one. */
    boolean isAncestorOfCurrent() {
        boolean above = Stream.iterate(
                        ProcessHandle.current().parent(),
                        Optional::isPresent,
                        child -> child.flatMap(ProcessHandle::parent))
                .anyMatch(ancestor -> ancestor.orElseThrow().pid() == pid);
        try {
            return above && of(pid).equals(this);
        } catch (IOException e) {
            return false;
        }
    }
}
