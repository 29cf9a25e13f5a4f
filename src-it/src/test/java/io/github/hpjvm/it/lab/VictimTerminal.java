package io.github.hpjvm.it.lab;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A terminal of root in which one command runs, and then a shell that reads commands from it ({@code lab/terminal.c}).
 *
 * @param program the compiled {@code terminal.c}
 * @param folder where the command runs
 */
public record VictimTerminal(Path program, Path folder) {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String END = "\r\ncommand ended with ";
    private static final int LONGEST_LINE = 400;

    /**
     * The output of the terminal.
     *
     * @param text of the command alone
     * @param exitCode of the command
     */
    public record Shown(String text, int exitCode) {

        /**
         * Returns what a hostile process must not bring to a terminal: control, bidi and line separator characters;
         * outside of JSON, long lines.
         */
        public List<String> harms() {
            List<String> harms = new ArrayList<>();
            text.codePoints()
                    .filter(c -> c != '\n' && c != '\r' && isHarmful(c))
                    .distinct()
                    .forEach(c -> harms.add(String.format("U+%04X", c)));
            if (text.startsWith("{")) {
                return harms;
            }
            text.lines()
                    .filter(line -> line.length() > LONGEST_LINE)
                    .forEach(line -> harms.add("a line of " + line.length() + " characters"));
            return harms;
        }

        private static boolean isHarmful(int c) {
            int type = Character.getType(c);
            return type == Character.CONTROL
                    || type == Character.FORMAT
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR;
        }
    }

    /** Runs a command to its end and ends the shell. */
    public Shown run(Program command) {
        Program.Ended ended = command.through(program)
                .set("NO_COLOR", "1")
                .set("VICTIM_SECRET", "secret")
                .in(folder)
                .limit(LIMIT)
                .run();
        String all = ended.out();
        int end = all.lastIndexOf(END);
        if (end < 0) {
            throw new AssertionError("the command did not end: " + visible(all) + ended.err());
        }
        String code = all.substring(end + END.length()).lines().findFirst().orElse("");
        return new Shown(all.substring(0, end), Integer.parseInt(code.strip()));
    }

    private static String visible(String text) {
        return new String(text.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII).replace('\u001b', '^');
    }
}
