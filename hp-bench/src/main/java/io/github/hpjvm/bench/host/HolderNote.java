package io.github.hpjvm.bench.host;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text that the holder of the {@link HostLock} writes into the lock file, in a folder that only the same user can
 * write.
 *
 * @param pid process id in decimal digits
 * @param start start time of that process in clock ticks since boot: with the pid it identifies one process
 * @param since when the lock was taken
 * @param purpose purpose of the campaign
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

    /** The note of a process that takes the lock now. */
    static HolderNote of(ProcessIdentity process, String purpose) {
        return new HolderNote(
                Long.toString(process.pid()),
                Long.toString(process.startTicks()),
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                purpose);
    }

    /** Reads a note; a missing or empty field is {@code unknown}. */
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

    /** The process that wrote the note; empty if it is not a number. */
    OptionalLong process() {
        return pid.matches("[1-9][0-9]{0,9}") ? OptionalLong.of(Long.parseLong(pid)) : OptionalLong.empty();
    }

    private static String known(@Nullable String value) {
        return value == null || PlainText.clean(value).isEmpty() ? UNKNOWN : value;
    }
}
