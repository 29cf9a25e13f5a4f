package io.github.hpjvm.advisor.emit;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Joins lines into the text of a file. */
final class Text {
    private Text() {}

    /** The comments, then the lines that they describe. */
    static String of(Comments comments, List<String> lines) {
        return Stream.concat(comments.lines().stream(), lines.stream())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
