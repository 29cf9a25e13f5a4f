package io.github.hpjvm.bench.run.jar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * A line of the list that JMH's annotation processor leaves in a jar. Its fields are the same from 1.21 to 1.37
 * (BenchmarkListEntry of both), except that newer versions encode the values of parameters (class Armor), and older
 * ones do not.
 *
 * @param entry all fields except the parameters
 * @param params values by name
 */
record ListedBenchmark(BenchmarkListEntry entry, Map<String, List<String>> params) {
    private static final char MAP = 'M';

    ListedBenchmark {
        params = new TreeMap<>(params);
    }

    /**
     * This benchmark with those values of its parameters that the other one has, too; empty if they have different
     * parameters, or no value in common.
     */
    Optional<ListedBenchmark> withValuesOf(ListedBenchmark other) {
        if (!params.keySet().equals(other.params.keySet())) {
            return Optional.empty();
        }
        Map<String, List<String>> common = new TreeMap<>();
        params.forEach((name, values) -> common.put(
                name,
                values.stream()
                        .filter(other.params.getOrDefault(name, List.of())::contains)
                        .toList()));
        return common.values().stream().anyMatch(List::isEmpty)
                ? Optional.empty()
                : Optional.of(new ListedBenchmark(entry, common));
    }

    /** The values of its parameters that the other one does not have, for the user to read. */
    List<String> valuesNotOf(ListedBenchmark other) {
        return params.entrySet().stream()
                .flatMap(param -> param.getValue().stream()
                        .filter(value -> !other.params
                                .getOrDefault(param.getKey(), List.of())
                                .contains(value))
                        .map(value -> param.getKey() + "=" + value))
                .toList();
    }

    /**
     * @param armoured whether values are encoded
     * @throws IllegalStateException if the line has another form
     */
    static ListedBenchmark parse(String line, boolean armoured) {
        if (armoured) {
            BenchmarkListEntry entry = new BenchmarkListEntry(line);
            Map<String, List<String>> params = new TreeMap<>();
            if (entry.getParams().hasValue()) {
                entry.getParams().get().forEach((name, values) -> params.put(name, Arrays.asList(values)));
            }
            return new ListedBenchmark(entry, params);
        }
        Tokens tokens = new Tokens(line);
        return new ListedBenchmark(new BenchmarkListEntry(tokens.withoutMap()), tokens.map());
    }

    /** Parses a line: a letter for the type of each field, a length before each text (TestLineWriter). */
    private static final class Tokens {
        private static final String MAGIC = "JMH ";

        private final String line;
        private final Map<String, List<String>> map = new TreeMap<>();
        private int at = MAGIC.length();
        private int from = -1;
        private int to = -1;

        Tokens(String line) {
            this.line = line;
            try {
                while (at < line.length()) {
                    field();
                }
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new IllegalStateException("not a line of a list of benchmarks: " + line, e);
            }
        }

        private void field() {
            int start = at;
            char type = line.charAt(at);
            at += 2;
            switch (type) {
                case 'E' -> {}
                case 'A', 'L' -> texts(number());
                case MAP -> {
                    from = start;
                    for (int keys = number(); keys > 0; keys--) {
                        String name = text();
                        map.put(name, texts(number()));
                    }
                    to = at;
                }
                default -> text();
            }
        }

        private List<String> texts(int count) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                texts.add(text());
            }
            return texts;
        }

        private int number() {
            int end = line.indexOf(' ', at);
            int number = Integer.parseInt(line.substring(at, end));
            at = end + 1;
            return number;
        }

        private String text() {
            int length = number();
            String text = line.substring(at, at + length);
            at += length + 1;
            return text;
        }

        /** The line without parameters. */
        String withoutMap() {
            return from < 0 ? line : line.substring(0, from) + "E " + line.substring(Math.min(to, line.length()));
        }

        Map<String, List<String>> map() {
            return map;
        }
    }
}
