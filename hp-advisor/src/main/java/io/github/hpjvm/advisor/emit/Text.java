package io.github.hpjvm.advisor.emit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files as lines. */
final class Text {
    private Text() {}

    /** Comments first, then what they are about. */
    static String of(Comments comments, List<String> lines) {
        return Stream.concat(comments.lines().stream(), lines.stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
