package io.github.hpjvm.bench.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code trace_pipe} of tracefs (kernel/trace/trace_output.c, trace_print_context). A thread chooses its own name,
 * so the fields are found by their place: the name takes 16 columns, and a line in which another character follows is
 * ignored. Times have microseconds.
 */
public final class TracefsLines implements TracerLines {
    private static final int NAME = 16;
    private static final Pattern REST = Pattern.compile("-(\\d{1,10}) +(?:\\([-\\d ]{1,10}\\) +)?\\[\\d{1,6}\\] +\\S+ +"
            + "(\\d{1,9})\\.(\\d{6}): (\\w{1,60}): (.*)");
    private static final Pattern LOST = Pattern.compile("CPU:\\d{1,6} \\[LOST (\\d{1,15}) EVENTS\\]");

    @Override
    public Optional<TraceEvent> event(String line) {
        if (line.length() <= NAME || line.charAt(NAME) != '-') {
            return Optional.empty();
        }
        Matcher rest = REST.matcher(line).region(NAME, line.length());
        return rest.matches()
                ? EventText.parse(rest.group(4), rest.group(5))
                        .map(what -> new TraceEvent(
                                TracerLines.nanos(rest.group(2), rest.group(3) + "000"),
                                (int) Long.parseLong(rest.group(1)),
                                what))
                : Optional.empty();
    }

    @Override
    public long lost(String line) {
        Matcher lost = LOST.matcher(line);
        return lost.matches() ? Long.parseLong(lost.group(1)) : 0;
    }
}
