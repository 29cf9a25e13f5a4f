package io.github.hpjvm.bench.run.watch;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds the exception that ended a program in its output, as {@code Throwable.printStackTrace} writes it: the line before
 * the first stack frame, and of nested exceptions the innermost one. An uncaught one is preferred to those that the
 * program logs after it, unless it goes on for many lines.
 */
public final class ThrownLine implements Consumer<String> {
    private static final Pattern FRAME =
            Pattern.compile("\\s+at [^ (][^(]*\\([^)]*\\).*|\\s*\\.\\.\\. \\d+ (?:more|common frames omitted).*");
    private static final String UNCAUGHT = "Exception in thread ";
    private static final String CAUSE = "Caused by: ";

    /** Lines after the frames of an uncaught exception that show that the program went on. */
    private static final int WENT_ON = 20;

    private String before = "";
    private String thrown = "";
    private String uncaught = "";
    private int since;
    private boolean inFrames;
    private boolean inUncaught;

    @Override
    public void accept(String line) {
        if (line.isBlank()) {
            return;
        }
        boolean frame = FRAME.matcher(line).matches();
        if (frame && !inFrames && !before.isEmpty()) {
            thrown = before;
            inUncaught = before.startsWith(UNCAUGHT) || inUncaught && before.startsWith(CAUSE);
            uncaught = inUncaught ? before : uncaught;
        }
        inFrames = frame;
        if (frame) {
            since = inUncaught ? 0 : since;
        } else {
            since++;
            before = line.strip();
        }
    }

    /**
     * The exception; empty if the output has none, or does not end with its frames and so may have gone on after it.
     */
    public Optional<String> line() {
        String last = inFrames ? thrown : "";
        return Optional.of(uncaught.isEmpty() || since > WENT_ON ? last : uncaught)
                .filter(it -> !it.isEmpty());
    }
}
