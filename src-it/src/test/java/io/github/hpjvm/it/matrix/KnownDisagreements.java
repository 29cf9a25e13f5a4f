package io.github.hpjvm.it.matrix;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Disagreements whose cause is known and that cannot be resolved: {@code matrix/known-disagreements.txt}, a line for
 * each with the dimension, a pattern that is found in the text of the case, and the cause. A dimension with a question
 * mark covers only a prediction that is unknown.
 */
record KnownDisagreements(List<Known> all) {
    private static final String FILE = "/matrix/known-disagreements.txt";

    /** One of them. */
    record Known(Dimension dimension, boolean open, Pattern pattern, String cause) {
        boolean covers(Case it, Verdict verdict) {
            return dimension == verdict.dimension()
                    && (!open || verdict.open())
                    && pattern.matcher(it.toString()).find();
        }
    }

    KnownDisagreements {
        all = List.copyOf(all);
    }

    static KnownDisagreements read() {
        return new KnownDisagreements(
                Edges.lines(FILE).stream().map(KnownDisagreements::parse).toList());
    }

    /** Returns why these two may differ; empty if they may not. */
    Optional<String> cause(Case it, Verdict verdict) {
        return all.stream()
                .filter(known -> known.covers(it, verdict))
                .map(Known::cause)
                .findFirst();
    }

    /** Parses a line. The pattern may contain bars: the first and the last bar of a line separate the fields. */
    private static Known parse(String line) {
        int first = line.indexOf(" | ");
        int last = line.lastIndexOf(" | ");
        if (first < 0 || last <= first) {
            throw new IllegalArgumentException("not 'dimension | pattern | cause': '" + line + "'");
        }
        String dimension = line.substring(0, first).strip();
        return new Known(
                Dimension.valueOf(dimension.replace("?", "")),
                dimension.endsWith("?"),
                Pattern.compile(line.substring(first + 3, last).strip()),
                line.substring(last + 3).strip());
    }
}
