package io.github.hpjvm.bench.trace;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the symbols of the last symbolic field in the {@code format} file of an event: {@code {1, "succeeded"}}. */
public final class FormatSymbols {
    private static final Pattern PAIR = Pattern.compile("\\{ ?(\\d{1,4}), \"([a-z0-9_]{1,40})\" ?\\}");

    private FormatSymbols() {}

    /** Returns the symbols by number; empty if the format has none. */
    public static Map<Integer, String> parse(String format) {
        Map<Integer, String> symbols = new LinkedHashMap<>();
        int list = format.lastIndexOf("__print_symbolic(");
        Matcher pair = PAIR.matcher(list < 0 ? "" : format.substring(list));
        while (pair.find()) {
            symbols.put(Integer.parseInt(pair.group(1)), pair.group(2));
        }
        return symbols;
    }
}
