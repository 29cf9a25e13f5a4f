package io.github.hpjvm.it.efficacy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The results of following all advice: by release, collector, request and host, and every case that failed. */
final class EfficacySummary {
    private static final List<String> COLUMNS =
            List.of("cases", "followed", "predicted", "observed", "huge before", "huge after", "failed");

    private final List<Followed> all;

    EfficacySummary(List<Followed> all) {
        this.all = List.copyOf(all);
    }

    /** Returns each failed case with its errors, and the line that runs it again. */
    List<String> wrong() {
        return all.stream()
                .filter(one -> !one.wrong().isEmpty())
                .map(one -> String.join("; ", one.wrong()).replace("\n", " / ") + "  " + one.again())
                .toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        table(text, "JDK", one -> one.it().build());
        table(text, "collector", EfficacySummary::collector);
        table(text, "requested", one -> Ask.of(one.it().arguments()).name());
        table(
                text,
                "enabled",
                one -> one.it().host().enabled() + " / " + one.it().host().enabled2m());
        table(text, "pool", one -> pool(one));
        table(text, "predicted", one -> one.promised() ? one.said() : "no heap pages");
        section(text, "failed", wrong());
        section(text, "not followed", lines(all.stream().filter(one -> !one.followed())));
        section(
                text,
                "still on base pages, and no huge pages predicted",
                lines(all.stream().filter(one -> one.followed() && !one.promised() && !isHuge(one.got()))));
        section(
                text,
                "by khugepaged",
                lines(all.stream().filter(one -> one.note().equals("by khugepaged"))));
        return text.toString();
    }

    /** Returns a line for each case. */
    List<String> details() {
        return lines(all.stream());
    }

    private static List<String> lines(java.util.stream.Stream<Followed> some) {
        return some.map(one -> one.said() + ", " + one.had() + " -> " + one.got()
                        + (one.note().isEmpty() ? "" : ", " + one.note()) + "  " + one.again())
                .toList();
    }

    private void table(StringBuilder text, String name, Function<Followed, String> key) {
        text.append(String.format(Locale.ROOT, "%-20s", name));
        COLUMNS.forEach(column -> text.append(String.format(Locale.ROOT, "%12s", column)));
        text.append('\n');
        Map<String, List<Followed>> rows = new LinkedHashMap<>(
                all.stream().collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList())));
        rows.put("all", all);
        rows.forEach((row, some) -> {
            text.append(String.format(Locale.ROOT, "%-20s", row));
            figures(some).forEach(figure -> text.append(String.format(Locale.ROOT, "%12d", figure)));
            text.append('\n');
        });
        text.append('\n');
    }

    private static List<Long> figures(List<Followed> some) {
        List<Long> figures = new ArrayList<>(List.of((long) some.size()));
        figures.add(some.stream().filter(Followed::followed).count());
        figures.add(some.stream().filter(Followed::promised).count());
        figures.add(some.stream()
                .filter(Followed::promised)
                .filter(one -> isHuge(one.got()))
                .count());
        figures.add(some.stream().filter(one -> isHuge(one.had())).count());
        figures.add(some.stream().filter(one -> isHuge(one.got())).count());
        figures.add(some.stream().filter(one -> !one.wrong().isEmpty()).count());
        return figures;
    }

    private static boolean isHuge(String heap) {
        return heap.startsWith("THP") || heap.startsWith("HUGETLB");
    }

    private static String collector(Followed one) {
        return one.it().arguments().stream()
                .filter(text -> text.matches("-XX:\\+Use\\w+GC"))
                .findFirst()
                .orElse("")
                .replace("-XX:+Use", "");
    }

    private static String pool(Followed one) {
        boolean limited = one.it().host().grouped();
        return (one.it().host().pool() == 0 ? "none" : "some") + (limited ? ", limited" : "");
    }

    private static void section(StringBuilder text, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append(lines.size()).append(' ').append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
            text.append('\n');
        }
    }
}
