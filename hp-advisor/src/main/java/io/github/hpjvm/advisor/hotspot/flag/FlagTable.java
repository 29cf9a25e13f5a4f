package io.github.hpjvm.advisor.hotspot.flag;

import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.text.TextResource;
import io.github.hpjvm.os.text.First;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The flags of every known release of HotSpot on x86_64, from the resource {@code flags.tsv}, or what differs on aarch64. The
 * headers explain the columns and how they were made.
 */
final class FlagTable {

    /**
     * The releases whose flags were all listed by a real JVM. A name that is not in the table does not exist in them.
     */
    static final List<Integer> LISTED = List.of(8, 11, 17, 21, 25, 26, 27, 28);

    /** Vendors that add flags of their own. A name that no OpenJDK ever had may be one of theirs. */
    private static final List<String> OWN_FLAGS =
            List.of("SAP", "Alibaba", "Amazon", "Tencent", "BiSheng", "Huawei", "JetBrains", "GraalVM", "Oracle");

    private static final int COLUMNS = 10;
    private static final int MOST_BUILDS = 200;
    private static final String TABLE = "flags.tsv";

    /** What differs on aarch64, in the same form. */
    private static final String OF_AARCH64 = "flags-aarch64.tsv";

    /** The start of the part for binary search. The part above it is parsed when the table is loaded. */
    private static final String SORTED = "\n# sorted\n";

    private final Map<String, List<String>> lines = new HashMap<>();
    private final List<String> prefixes = new ArrayList<>();
    private final Set<String> withDefault = new LinkedHashSet<>();
    private final SortedLines sorted;

    /** The rows of names that were asked for and that the table has. */
    private final Map<String, List<Row>> parsed = new ConcurrentHashMap<>();

    private final Map<Build, Map<String, String>> defaults = new ConcurrentHashMap<>();

    /** A build, as a snapshot names it. */
    private record Build(Optional<JavaVersion> version, String vendor) {}

    private FlagTable(String text) {
        int mark = text.indexOf(SORTED);
        if (mark < 0) {
            throw new IllegalStateException("a table of flags has no line that begins the sorted part");
        }
        this.sorted = new SortedLines(text, mark + SORTED.length());
        int end;
        for (int from = 0; from < mark; from = end + 1) {
            end = text.indexOf('\n', from);
            int tab = text.indexOf('\t', from);
            if (text.charAt(from) != '#' && tab > from && tab < end) {
                add(text.substring(from, tab), text.substring(from, end), tab - from);
            }
        }
    }

    private void add(String name, String line, int tab) {
        List<String> known = lines.get(name);
        if (known == null) {
            known = new ArrayList<>(2);
            lines.put(name, known);
        }
        known.add(line);
        int kind = after(line, tab, 3);
        if (line.startsWith("prefix", kind) && !prefixes.contains(name)) {
            prefixes.add(name);
        }
        int value = after(line, kind, 2);
        if (value < line.length() && line.charAt(value) != '\t') {
            withDefault.add(name);
        }
    }

    /** Returns the offset after that number of tabs; the end of the line if it has fewer. */
    private static int after(String line, int from, int tabs) {
        int at = from;
        for (int i = 0; i < tabs; i++) {
            at = line.indexOf('\t', at) + 1;
            if (at == 0) {
                return line.length();
            }
        }
        return at;
    }

    /** Holder that reads the table once. */
    private static final class Standard {
        static final FlagTable TABLE = new FlagTable(TextResource.of(FlagTable.class, FlagTable.TABLE));
    }

    static FlagTable standard() {
        return Standard.TABLE;
    }

    /** Holder that reads the differences once, if a host is not known to be x86_64. */
    private static final class Aarch64 {
        static final FlagTable TABLE = new FlagTable(TextResource.of(FlagTable.class, OF_AARCH64));
    }

    /** Returns the rows that differ on aarch64 from {@link #standard}. */
    static FlagTable aarch64() {
        return Aarch64.TABLE;
    }

    /** Returns whether a row has that name. */
    boolean has(String name) {
        return !rows(name).isEmpty();
    }

    /** Returns the flag of the first row that covers the build; empty if none does. */
    Optional<KnownFlag> row(String name, JavaVersion version, String vendor) {
        return First.of(rows(name, vendor), row -> row.covers(version)).map(Row::flag);
    }

    /** Returns the known defaults of a build, by name, and keeps them: a fleet has few builds. */
    Map<String, String> defaults(Optional<JavaVersion> version, String vendor) {
        Build build = new Build(version, vendor);
        Map<String, String> known = defaults.get(build);
        if (known == null) {
            Map<String, String> values = new HashMap<>();
            for (String name : withDefault) {
                String value = find(name, version, vendor).value();
                if (!value.isEmpty()) {
                    values.put(name, value);
                }
            }
            known = Map.copyOf(values);
            if (defaults.size() < MOST_BUILDS) {
                defaults.put(build, known);
            }
        }
        return known;
    }

    /** Returns all names that have a row. */
    TreeSet<String> names() {
        TreeSet<String> names = sorted.names();
        names.addAll(lines.keySet());
        return names;
    }

    /** Returns the beginnings of options, such as {@code -Xmx}. */
    List<String> prefixes() {
        return List.copyOf(prefixes);
    }

    /**
     * Returns the known facts about a flag or an option in a build.
     *
     * @param name without {@code -XX:}; an option as {@code -Xint}
     * @param version the release; if it is empty, the result is known only if all releases agree
     * @param vendor empty if it is not known
     */
    KnownFlag find(String name, Optional<JavaVersion> version, String vendor) {
        List<Row> rows = rows(name, vendor);
        if (rows.isEmpty() && !name.startsWith("-") && OWN_FLAGS.stream().anyMatch(vendor::startsWith)) {
            return KnownFlag.unknown(name);
        }
        if (version.isPresent()) {
            return find(rows, name, version.get());
        }
        List<KnownFlag> answers = LISTED.stream()
                .map(release -> find(rows, name, JavaVersion.parse(release.toString())))
                .toList();
        KnownFlag newest = answers.get(answers.size() - 1);
        return answers.stream().allMatch(a -> a.kind() == newest.kind()) ? newest : KnownFlag.unknown(name);
    }

    private List<Row> rows(String name, String vendor) {
        List<Row> rows = new ArrayList<>();
        for (Row row : rows(name)) {
            if (row.vendor.isEmpty() || vendor.startsWith(row.vendor)) {
                rows.add(row);
            }
        }
        return rows;
    }

    /** Returns all rows of a name, and keeps them: a monitor asks for the same few names again and again. */
    private List<Row> rows(String name) {
        List<Row> known = parsed.get(name);
        if (known != null) {
            return known;
        }
        List<String> found = new ArrayList<>(lines.getOrDefault(name, List.of()));
        found.addAll(sorted.of(name));
        List<Row> rows = new ArrayList<>();
        for (String line : found) {
            rows.add(Row.of(line));
        }
        if (!rows.isEmpty()) {
            parsed.put(name, rows);
        }
        return rows;
    }

    private static KnownFlag find(List<Row> rows, String name, JavaVersion version) {
        for (Row row : rows) {
            if (row.covers(version)) {
                return row.flag;
            }
        }
        int feature = version.feature();
        if (LISTED.contains(feature)) {
            return KnownFlag.none(name);
        }
        int below = LISTED.stream().filter(r -> r < feature).reduce(0, Math::max);
        int above = LISTED.stream().filter(r -> r > feature).findFirst().orElse(0);
        if (below == 0 || above == 0) {
            return KnownFlag.unknown(name);
        }
        KnownFlag before = find(rows, name, JavaVersion.parse(Integer.toString(below)));
        KnownFlag after = find(rows, name, JavaVersion.parse(Integer.toString(above)));
        boolean same = before.kind() == after.kind() && before.note().equals(after.note());
        return same ? before : KnownFlag.unknown(name);
    }

    /** A row, split into its columns. */
    private record Row(KnownFlag flag, Bound since, Bound until, String vendor) {

        static Row of(String line) {
            String[] columns = new String[COLUMNS];
            int from = 0;
            for (int i = 0; i < COLUMNS; i++) {
                int tab = from > line.length() ? -1 : line.indexOf('\t', from);
                int end = tab < 0 ? line.length() : tab;
                columns[i] = from > line.length() ? "" : line.substring(from, end);
                from = end + 1;
            }
            KnownFlag flag = new KnownFlag(
                    columns[0], FlagKind.of(columns[3]), columns[4], columns[5], columns[6], columns[7], columns[8]);
            return new Row(flag, Bound.of(columns[1]), Bound.of(columns[2]), columns[9]);
        }

        /** Returns whether the row applies. */
        boolean covers(JavaVersion version) {
            return since.compare(version) >= 0 && until.compare(version) <= 0;
        }
    }

    /** A release, {@code 17}, with all its updates, or one of them, {@code 17.0.9}: its update is else negative. */
    private record Bound(int feature, int update) {

        static Bound of(String text) {
            int dot = text.indexOf('.');
            return dot < 0
                    ? new Bound(Integer.parseInt(text), -1)
                    : new Bound(
                            Integer.parseInt(text.substring(0, dot)),
                            Integer.parseInt(text.substring(text.lastIndexOf('.') + 1)));
        }

        int compare(JavaVersion version) {
            return update < 0 || version.feature() != feature
                    ? Integer.compare(version.feature(), feature)
                    : Integer.compare(version.update(), update);
        }
    }
}
