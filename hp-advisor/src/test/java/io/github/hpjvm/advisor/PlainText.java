package io.github.hpjvm.advisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Finds phrases in a text that the glossary replaces by other terms. */
final class PlainText {
    /** Phrases without a single term as their replacement. */
    private static final List<String> PATTERNS = List.of(
            "nobody",
            "somebody",
            "whoever",
            "to be had",
            "reckon(?:s|ed|ing)?",
            "foret(?:ell|ells|elling|old)",
            "the word (?:says|for|in)",
            "asks? for|asked for|asking for",
            "those who",
            "of which",
            "it is that",
            "comes? by",
            "gives? them",
            "stands? (?:on|behind)",
            "is no HotSpot");

    /** Quotations of a JVM or a book, addresses, flags and commands, which keep their words. */
    private static final Pattern VERBATIM =
            Pattern.compile("\"[^\"]*\"|`[^`]*`|https?://\\S+|-XX:\\S+|(?m:^ {4}.*$)|\\b(?:\\w+[_.:/=])+\\w+");

    private static final Pattern REMARK = Pattern.compile("\\([^)]*\\)");

    private final List<String> replaced;
    private final Pattern pattern;

    private PlainText(List<String> replaced) {
        this.replaced = List.copyOf(replaced);
        List<String> all = new ArrayList<>(PATTERNS);
        replaced.forEach(phrase -> all.add(Pattern.quote(phrase).replace(" ", "\\E\\s+\\Q") + "s?"));
        this.pattern = Pattern.compile("\\b(?:" + String.join("|", all) + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    /** Reads the phrases from the third column of the glossary's tables. */
    static PlainText ofGlossary(Path glossary) throws IOException {
        List<String> replaced = Files.readAllLines(glossary).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| term "))
                .map(line -> line.split("\\|", -1))
                .filter(cells -> cells.length == 5)
                .flatMap(cells ->
                        Arrays.stream(REMARK.matcher(cells[3]).replaceAll("").split(",")))
                .map(String::strip)
                .filter(phrase -> !phrase.isEmpty())
                .toList();
        return new PlainText(replaced);
    }

    /** The phrases of the glossary's third column. */
    List<String> replaced() {
        return replaced;
    }

    /** The replaced phrases in a text, in their order; empty if it has none. */
    List<String> violations(String text) {
        return pattern.matcher(VERBATIM.matcher(text).replaceAll(" "))
                .results()
                .map(MatchResult::group)
                .toList();
    }
}
