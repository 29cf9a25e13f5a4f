package io.github.hpjvm.bench.host;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What the holder of the {@link HostLock} writes into the lock file. Every user may write that file, so all that is
 * read from it is cleaned, and is a hint for people; the operating system's lock alone says whether the host is taken.
 *
 * @param pid process id in decimal digits
 * @param start when that process started, in clock ticks since boot: with the pid it names one process for ever
 * @param since when the lock was taken
 * @param purpose what for
 */
record HolderNote(String pid, String start, String since, String purpose) {
    private static final String UNKNOWN = "unknown";
    private static final String TITLE = "hp-jvm lock";

    HolderNote {
        pid = PlainText.clean(pid);
        start = PlainText.clean(start);
        since = PlainText.clean(since);
        purpose = PlainText.clean(purpose);
    }

    /** The note of one process that takes the lock now. */
    static HolderNote of(ProcessIdentity process, String purpose) {
        return new HolderNote(
                Long.toString(process.pid()),
                Long.toString(process.startTicks()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                purpose);
    }

    /** Reads a note; what is missing or empty is {@code unknown}. */
    static HolderNote parse(String text) {
        Map<String, String> lines = text.lines()
                .map(line -> line.split(" ", 2))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1], (first, second) -> first));
        return new HolderNote(
                known(lines.get("pid")),
                known(lines.get("start")),
                known(lines.get("since")),
                known(lines.get("purpose")));
    }

    /** The text of the lock file. */
    String text() {
        return TITLE + "\npid " + pid + "\nstart " + start + "\nsince " + since + "\npurpose " + purpose + "\n";
    }

    /** Whether the note names this process. */
    boolean names(ProcessIdentity process) {
        return pid.equals(Long.toString(process.pid())) && start.equals(Long.toString(process.startTicks()));
    }

    private static String known(String value) {
        return value == null || PlainText.clean(value).isEmpty() ? UNKNOWN : value;
    }
}
