package io.github.hpjvm.cli.text;

import io.github.hpjvm.bench.doctor.Check;
import io.github.hpjvm.bench.doctor.Examination;
import io.github.hpjvm.console.terminal.Paragraph;
import io.github.hpjvm.console.terminal.Style;
import java.util.ArrayList;
import java.util.List;

/** The checks of {@code bench doctor} as text, and the conclusion below them. */
public final class DoctorText {
    private static final String OK = "[OK] ";
    private static final String NOT_AVAILABLE = "[N/A]";

    /** The width of the column of topics. The text of a longer one begins on the next line. */
    private static final int TOPIC = 20;

    private static final String CONTINUED = " ".repeat(NOT_AVAILABLE.length() + 1 + TOPIC + 2);

    private DoctorText() {}

    public static String write(Examination examination, boolean colour) {
        List<String> lines = new ArrayList<>();
        for (Check check : examination.checks()) {
            String mark = check.ok() ? OK : NOT_AVAILABLE;
            String first = mark + " " + check.topic();
            List<String> wrapped = new ArrayList<>();
            if (check.topic().length() > TOPIC) {
                wrapped.add(first);
                wrapped.addAll(Paragraph.wrap(check.text(), CONTINUED, CONTINUED));
            } else {
                String padded = first + " ".repeat(CONTINUED.length() - first.length());
                wrapped.addAll(Paragraph.wrap(check.text(), padded, CONTINUED));
            }
            Style style = check.ok() ? Style.GOOD : Style.WARN;
            wrapped.set(0, style.of(mark, colour) + wrapped.get(0).substring(mark.length()));
            lines.addAll(wrapped);
        }
        lines.add("");
        lines.add(Style.BOLD.of("Conclusion", colour));
        examination.conclusion().forEach(line -> lines.addAll(Paragraph.wrap(line, "  ", "    ")));
        return String.join("\n", lines) + "\n";
    }
}
