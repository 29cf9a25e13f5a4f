package io.github.hpjvm.advisor.emit;

import java.util.ArrayList;
import java.util.List;

/** Texts of several lines as literal block scalars of YAML (YAML 1.2, 8.1.2). {@link ConfigFile} has made them printable. */
final class YamlBlock {
    private YamlBlock() {}

    /** Lines of a text, each with that many blanks before it. */
    static List<String> of(String text, int indent) {
        List<String> lines = new ArrayList<>();
        text.lines().forEach(line -> lines.add(line.isEmpty() ? "" : " ".repeat(indent) + line));
        return lines;
    }
}
