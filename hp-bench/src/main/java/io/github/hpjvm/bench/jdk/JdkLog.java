package io.github.hpjvm.bench.jdk;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of {@code -Xlog:pagesize}, from 11 on: os::trace_page_sizes in {@code src/hotspot/share/runtime/os.cpp}. */
public final class JdkLog {
    private static final Pattern HEAP =
            Pattern.compile("(?m)^(?:\\[[^\\]]*\\])*\\s*Heap:.*\\bpage_size=(\\d{1,9})([BKMG]?)\\b");

    private JdkLog() {}

    /** Returns the page size of the heap; empty if the text has none. */
    public static Optional<Bytes> heapPages(String text) {
        Matcher line = HEAP.matcher(text);
        if (!line.find()) {
            return Optional.empty();
        }
        int shift = switch (line.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
        };
        return Optional.of(Bytes.of(Long.parseLong(line.group(1)) << shift));
    }
}
