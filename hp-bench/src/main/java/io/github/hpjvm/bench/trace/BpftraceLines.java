package io.github.hpjvm.bench.trace;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the output of {@link BpftraceScript}: {@code hp NANOSECONDS TID EVENT: ARGUMENTS}. A program of BPF sees the
 * numbers of symbols ({@code status=#1}), which differ between kernels.
 */
public final class BpftraceLines implements TracerLines {
    private static final Pattern LINE = Pattern.compile("hp (\\d{1,18}) (\\d{1,10}) (\\w{1,60}): (.*)");
    private static final Pattern NUMBER = Pattern.compile("=#(\\d{1,4})\\b");
    private static final Pattern LOST = Pattern.compile("Lost (\\d{1,15}) events");

    private final Map<String, Map<Integer, String>> symbols;

    /** @param symbols for each event the symbols of its status: see {@link FormatSymbols} */
    public BpftraceLines(Map<String, Map<Integer, String>> symbols) {
        this.symbols = Map.copyOf(symbols);
    }

    @Override
    public Optional<TraceEvent> event(String line) {
        Matcher all = LINE.matcher(line);
        if (!all.matches()) {
            return Optional.empty();
        }
        Map<Integer, String> names = symbols.getOrDefault(all.group(3), Map.of());
        String arguments = NUMBER.matcher(all.group(4))
                .replaceAll(number ->
                        "=" + names.getOrDefault(Integer.parseInt(number.group(1)), "status_" + number.group(1)));
        return EventText.parse(all.group(3), arguments)
                .map(what -> new TraceEvent(Long.parseLong(all.group(1)), (int) Long.parseLong(all.group(2)), what));
    }

    @Override
    public long lost(String line) {
        Matcher lost = LOST.matcher(line);
        return lost.matches() ? Long.parseLong(lost.group(1)) : 0;
    }
}
