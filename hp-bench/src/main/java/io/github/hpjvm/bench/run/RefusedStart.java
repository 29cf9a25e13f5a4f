package io.github.hpjvm.bench.run;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds in the output of a JVM why it refused to start. HotSpot prints the reason on the line after "Error occurred during
 * initialization of VM" (vm_notify_during_shutdown in {@code java.cpp}), or on the line before the last one of the launcher, "Error:
 * Could not create the Java Virtual Machine." ({@code java.c}). These lines are the same for all flags that exclude each other.
 */
public final class RefusedStart {
    private static final String VM = "Error occurred during initialization of ";
    private static final String LAUNCHER = "Error: Could not create the Java Virtual Machine";

    /** A message that {@link #reason} has made. */
    private static final Pattern WITH_REASON = Pattern.compile("(?:" + VM + "[a-zA-Z ]+|" + LAUNCHER + "): ");

    /**
     * The messages about lacking memory or pages: those of ZGC, whose heap is shared memory ({@code zPageAllocator.cpp} and {@code
     * zPhysicalMemoryBacking_linux.cpp}), and of all collectors.
     */
    private static final Pattern OF_MEMORY = Pattern.compile("Java heap|OutOfMemoryError|[Ii]nsufficient memory"
            + "|not supported by kernel|[Cc]annot allocate|[Uu]nable to allocate|[Cc]ould not (?:reserve|allocate)"
            + "|Failed to (?:allocate|commit|map|reserve|create heap|truncate)|using large pages");

    private String last = "";
    private String ofMemory = "";
    private String reason = "";
    private boolean reasonFollows;
    private String begin = "";

    /** Examines the next line of the output. Those of JMH begin with {@code <}. */
    public void accept(String line) {
        String words = line.strip();
        if (words.isEmpty() || words.startsWith("<") || !reason.isEmpty()) {
            return;
        }
        if (reasonFollows) {
            reason = words;
        } else if (words.startsWith(VM)) {
            begin = words;
            reasonFollows = true;
        } else if (words.startsWith(LAUNCHER)) {
            begin = LAUNCHER;
            // A log of ZGC may be followed by other lines.
            reason = ofMemory.isEmpty() ? last : ofMemory;
        } else if (OF_MEMORY.matcher(words).find()) {
            ofMemory = words;
        }
        last = words;
    }

    /** The refusal with its reason, as one line; empty if the output has none. */
    public Optional<String> reason() {
        return reason.isEmpty() ? Optional.empty() : Optional.of(begin + ": " + reason);
    }

    /**
     * Returns whether the reason of a failed run is a flag of the JVM: it names an option, or it is a {@link #reason} that is not about
     * memory.
     */
    public static boolean isByFlags(String why) {
        return RefusedOption.isNamedIn(why)
                || WITH_REASON.matcher(why).find() && !OF_MEMORY.matcher(why).find();
    }
}
