package io.github.hpjvm.cli.option;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the known name that is nearest to a misspelt one. */
final class Nearest {
    private static final int MOST_EDITS = 2;

    private Nearest() {}

    /** The name with the fewest edits; empty if that is more than two, or more than half of the word. */
    static Optional<String> to(String word, Collection<String> names) {
        int limit = Math.min(MOST_EDITS, word.replaceFirst("^-+", "").length() / 2);
        return names.stream()
                .filter(name -> edits(word, name) <= limit)
                .min(Comparator.comparingInt((String name) -> edits(word, name)).thenComparing(name -> name));
    }

    /** The number of insertions, deletions, replacements and swaps of neighbours between two words. */
    static int edits(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                edits[i][j] = swapped ? Math.min(best, edits[i - 2][j - 2] + 1) : best;
            }
        }
        return edits[a.length()][b.length()];
    }
}
