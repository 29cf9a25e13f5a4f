package io.github.hpjvm.bench.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses {@code perf script -F tid,time,event,trace --ns}. The name of the thread is not among the fields, because the
 * thread chooses it. perf reports lost events on stderr.
 */
public final class PerfLines implements TracerLines {
    private static final Pattern LINE =
            Pattern.compile(" *(\\d{1,10}) +(\\d{1,9})\\.(\\d{9}): +\\w{1,40}:(\\w{1,60}): (.*)");
    private static final Pattern LOST = Pattern.compile("(?i).*\\blost (\\d{1,15})\\b.*");

    @Override
    public Optional<TraceEvent> event(String line) {
        Matcher all = LINE.matcher(line);
        return all.matches()
                ? EventText.parse(all.group(4), all.group(5))
                        .map(what -> new TraceEvent(
                                TracerLines.nanos(all.group(2), all.group(3)),
                                (int) Long.parseLong(all.group(1)),
                                what))
                : Optional.empty();
    }

    @Override
    public long lost(String line) {
        Matcher lost = LOST.matcher(line);
        return !LINE.matcher(line).matches() && lost.matches() ? Long.parseLong(lost.group(1)) : 0;
    }
}
