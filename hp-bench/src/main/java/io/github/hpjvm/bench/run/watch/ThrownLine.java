package io.github.hpjvm.bench.run.watch;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Finds the exception that ended a program in its output, as {@code Throwable.printStackTrace} writes it: the line before
 * the first stack frame, and of nested exceptions the innermost one.
 */
public final class ThrownLine implements Consumer<String> {
    private static final Pattern FRAME =
            Pattern.compile("\\s+at [^ ].*\\(.*\\).*|\\s*\\.\\.\\. \\d+ (?:more|common frames omitted).*");
    private static final String UNCAUGHT = "Exception in thread ";

    private String before = "";
    private String thrown = "";
    private boolean uncaught;
    private boolean inFrames;

    @Override
    public void accept(String line) {
        if (line.isBlank()) {
            return;
        }
        boolean frame = FRAME.matcher(line).matches();
        if (frame && !inFrames && !before.isEmpty()) {
            thrown = before;
            uncaught |= before.startsWith(UNCAUGHT);
        }
        inFrames = frame;
        if (!frame) {
            before = line.strip();
        }
    }

    /**
     * The exception; empty if the output has none, or does not end with its frames and so may have gone on after it.
     */
    public Optional<String> line() {
        return inFrames || uncaught ? Optional.of(thrown).filter(it -> !it.isEmpty()) : Optional.empty();
    }
}
