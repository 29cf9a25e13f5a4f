package io.github.hpjvm.os.text;

/** A text that does not have its required form; the message is one line that shows the place. */
public final class MalformedTextException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;
    private static final int SHOWN = 120;

    private final String line;

    /**
     * Creates the exception.
     *
     * @param problem the error, as a short clause
     * @param line the line that has it
     */
    public MalformedTextException(String problem, String line) {
        super(problem + ": '" + shown(line) + "'");
        this.line = line;
    }

    /** Returns the whole line, unmasked. */
    public String line() {
        return line;
    }

    private static String shown(String line) {
        String cut = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        return cut.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?");
    }
}
