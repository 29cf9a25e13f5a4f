package io.github.hpjvm.bench.run;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds in the output of a JVM why it refused to start. HotSpot prints the reason on the line after "Error occurred during
 * initialization of VM" (vm_notify_during_shutdown in {@code java.cpp}), or on the line before the last one of the launcher, "Error:
 * Could not create the Java Virtual Machine." ({@code java.c}). These lines are the same for all flags that exclude each other.
 *
 * <p>HotSpot writes some of them to stdout and some to stderr, so that they may arrive in any order: the reason is chosen at the end.
 */
public final class RefusedStart {
    private static final String VM = "Error occurred during initialization of ";
    private static final String LAUNCHER = "Error: Could not create the Java Virtual Machine";

    /** Lines beside the reason: of variables, warnings, the log, and the launcher's last one. */
    private static final Pattern BESIDE = Pattern.compile("(?:NOTE: )?Picked up |[^:]{0,60} VM warning: "
            + "|(?:\\[\\S{0,200})?\\[(?:trace|debug|info|warning) *]|Error: A fatal exception has occurred");

    /** An error of a collector in HotSpot's log: other decorations, the level, the tags. */
    private static final Pattern LOGGED = Pattern.compile("(?:\\[\\S{0,200})?\\[error *]\\[gc\\b");

    /** A message that {@link #reason} has made. */
    private static final Pattern WITH_REASON = Pattern.compile("(?:" + VM + "[a-zA-Z ]+|" + LAUNCHER + "): ");

    /** Another error of the launcher, before it starts the VM: an argument file that it cannot open, for example. */
    private static final Pattern OF_LAUNCHER =
            Pattern.compile("Error: (?!Could not create the Java Virtual Machine|A fatal exception has occurred)");

    /**
     * The messages about lacking memory or pages: those of ZGC, whose heap is shared memory ({@code zPageAllocator.cpp}, {@code
     * zPhysicalMemoryBacking_linux.cpp}), in a file system that must be mounted ({@code zMountPoint_linux.cpp}), and of all collectors.
     */
    private static final Pattern OF_MEMORY = Pattern.compile("Java heap (?:too small|space)|mapping Java heap"
            + "|OutOfMemoryError|[Ii]nsufficient memory"
            + "|not supported by kernel|an accessible \\S+ filesystem|More than one \\S+ filesystem"
            + "|[Cc]annot allocate|[Uu]nable to allocate|[Cc]ould not (?:reserve|allocate)"
            + "|Failed to (?:allocate|commit|map|reserve|create heap|truncate)|using large pages");

    private String last = "";
    private String ofMemory = "";
    private String ofVm = "";
    private String beforeLauncher = "";
    private String vm = "";
    private boolean launcher;

    /** Examines the next line of the output. Those of JMH begin with {@code <}. */
    public void accept(String line) {
        String words = line.strip();
        if (words.isEmpty() || words.startsWith("<") || BESIDE.matcher(words).lookingAt()) {
            return;
        }
        if (words.startsWith(LAUNCHER)) {
            beforeLauncher = launcher ? beforeLauncher : last;
            launcher = true;
        } else if (words.startsWith(VM)) {
            vm = vm.isEmpty() ? words : vm;
        } else if (LOGGED.matcher(words).lookingAt()) {
            ofMemory = OF_MEMORY.matcher(words).find() ? words : ofMemory;
            last = words;
        } else {
            ofVm = vm.isEmpty() || !ofVm.isEmpty() ? ofVm : words;
            last = words;
        }
    }

    /** The refusal with its reason, as one line; empty if the output has none. A reason about memory is preferred. */
    public Optional<String> reason() {
        String begin = ofVm.isEmpty() ? LAUNCHER : vm;
        String why = ofVm.isEmpty() ? beforeLauncher : ofVm;
        if (!OF_MEMORY.matcher(why).find() && !ofMemory.isEmpty()) {
            why = ofMemory;
        }
        boolean refused = launcher || !ofVm.isEmpty();
        return refused && !why.isEmpty() ? Optional.of(begin + ": " + why) : Optional.empty();
    }

    /** Returns whether the VM or its launcher has refused to start. */
    public boolean seen() {
        return launcher || !vm.isEmpty();
    }

    /**
     * Returns whether the reason of a failed run is a flag of the JVM: it names an option, or it is a {@link #reason} or another error of
     * the launcher that is not about memory.
     */
    public static boolean isByFlags(String why) {
        boolean refused =
                WITH_REASON.matcher(why).find() || OF_LAUNCHER.matcher(why).lookingAt();
        return RefusedOption.isNamedIn(why)
                || refused && !OF_MEMORY.matcher(why).find();
    }
}
