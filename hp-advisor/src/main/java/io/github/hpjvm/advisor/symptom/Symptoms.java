package io.github.hpjvm.advisor.symptom;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.advisor.text.TextResource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Ranks the pages of rules by a text. Messages of HotSpot and the kernel decide first ({@code messages.tsv}). Without a known
 * message the pages that share rare words with the text follow: a word counts by the logarithm of all pages through those that
 * have it, twice in a symptom and four times in a title.
 */
public final class Symptoms {
    private static final String TABLE = "messages.tsv";
    private static final int COLUMNS = 3;

    /** A longer text is a log: only its messages count. */
    private static final int LONGEST_QUERY = 500;

    private static final int IN_TITLE = 4;
    private static final int IN_SYMPTOM = 2;
    private static final int SHORTEST_WORD = 3;

    /** A word in more than this part of the pages says nothing. */
    private static final double COMMON = 0.5;

    private Symptoms() {}

    private record Message(Pattern pattern, List<String> rules, String meaning) {}

    /**
     * Returns the rules whose pages explain a text, the most likely first; empty if there is none.
     *
     * @param text words, a message, or a log
     * @param most the largest number of rules
     */
    public static List<Symptom> of(String text, int most) {
        Map<String, String> found = new LinkedHashMap<>();
        boolean query = text.length() <= LONGEST_QUERY;
        // In any case for a user who types, not for a log: that would take several times longer.
        List<Message> messages = messages(query ? Pattern.CASE_INSENSITIVE : 0);
        // The first rule of each message comes before the second ones.
        int deepest =
                messages.stream().mapToInt(one -> one.rules().size()).max().orElse(0);
        List<Message> seen = messages.stream()
                .filter(one -> one.pattern().matcher(text).find())
                .toList();
        for (int i = 0; i < deepest; i++) {
            for (Message message : seen) {
                if (i < message.rules().size()) {
                    found.putIfAbsent(message.rules().get(i), message.meaning());
                }
            }
        }
        if (found.isEmpty() && query) {
            byWords(words(text)).forEach(id -> found.put(id, ""));
        }
        return found.entrySet().stream()
                .limit(most)
                .map(entry -> new Symptom(Rules.of(entry.getKey()).orElseThrow(), entry.getValue()))
                .toList();
    }

    private static List<String> byWords(Set<String> query) {
        Map<String, Map<String, Integer>> pages = new LinkedHashMap<>();
        Map<String, Integer> pagesWith = new HashMap<>();
        for (Rule rule : Rules.all()) {
            Map<String, Integer> weights = weights(RulePage.of(rule.id()).orElseThrow());
            pages.put(rule.id(), weights);
            weights.keySet().forEach(word -> pagesWith.merge(word, 1, Integer::sum));
        }
        Map<String, Double> scores = new LinkedHashMap<>();
        pages.forEach((id, weights) -> {
            double score = 0;
            for (String word : query) {
                int with = pagesWith.getOrDefault(word, 0);
                if (weights.containsKey(word) && with <= COMMON * pages.size()) {
                    score += weights.get(word) * Math.log((double) pages.size() / with);
                }
            }
            if (score > 0) {
                scores.put(id, score);
            }
        });
        List<String> ids = new ArrayList<>(scores.keySet());
        ids.sort(Comparator.comparing(scores::get, Comparator.reverseOrder()));
        return ids;
    }

    /** Returns the words of a page, each with the weight of its best place. */
    private static Map<String, Integer> weights(String page) {
        Map<String, Integer> weights = new HashMap<>();
        for (String section : page.split("\n(?=## )")) {
            int weight = section.startsWith("# ") ? IN_TITLE : section.startsWith("## Symptom") ? IN_SYMPTOM : 1;
            words(section).forEach(word -> weights.merge(word, weight, Math::max));
        }
        return weights;
    }

    private static Set<String> words(String text) {
        Set<String> words = new TreeSet<>();
        for (String word : text.toLowerCase(Locale.ROOT).split("[^a-z0-9_]+")) {
            if (word.length() >= SHORTEST_WORD) {
                words.add(word);
            }
        }
        return words;
    }

    private static List<Message> messages(int flags) {
        return TextResource.of(Symptoms.class, TABLE)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> message(line, flags))
                .toList();
    }

    private static Message message(String line, int flags) {
        String[] columns = line.split("\t", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalStateException(TABLE + " has a line of " + columns.length + " columns: " + line);
        }
        return new Message(Pattern.compile(columns[0], flags), Arrays.asList(columns[1].split(" ")), columns[2]);
    }
}
