package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The table "Files to touch" of CONTRIBUTING. The existing things of a kind prove its row: those that the fewest files name
 * are named by exactly as many files as the row says. Tests do not count, and neither does what only mentions the thing: a
 * release note, a tab of {@code hp-cli host}.
 */
class FilesToTouchTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("\\| ([a-z ]+) \\| ([1-9]): .*\\|");
    private static final Pattern DECLARED = Pattern.compile("new Declaration\\(\\s*\"(HP-\\d{3})\"");

    private static final Pattern WORD = Pattern.compile("[\\w.-]+");

    private static final Map<Path, String> TEXTS = texts();
    private static final Map<Path, Set<String>> WORDS = words();

    private static Map<Path, String> texts() {
        Map<Path, String> texts = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(ROOT, 16)) {
            for (Path file : all.filter(FilesToTouchTest::counts).sorted().toList()) {
                texts.put(ROOT.relativize(file), Files.readString(file, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }

    private static boolean counts(Path file) {
        String path = ROOT.relativize(file).toString();
        boolean kind = path.endsWith("pom.xml")
                || path.startsWith("docs/") && path.endsWith(".md")
                || path.equals("docs/schema/advise.schema.json")
                || path.contains("/src/main/") && (path.endsWith(".java") || path.endsWith(".md"));
        return kind && !path.contains("target/") && !path.startsWith("src-it") && Files.isRegularFile(file);
    }

    /** The row's number of files, by the name of the kind. */
    private static Map<String, Integer> documented() throws IOException {
        Map<String, Integer> rows = new LinkedHashMap<>();
        String text = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
        for (String line : text.substring(text.indexOf("## Files to touch"), text.indexOf("## Add a workload"))
                .lines()
                .toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(row.group(1), Integer.parseInt(row.group(2)));
            }
        }
        return rows;
    }

    /** The words of each file; one with points counts as a whole, and so do its parts. */
    private static Map<Path, Set<String>> words() {
        Map<Path, Set<String>> words = new LinkedHashMap<>();
        TEXTS.forEach((path, text) -> {
            Set<String> found = new HashSet<>();
            WORD.matcher(text).results().map(MatchResult::group).forEach(word -> {
                found.add(word);
                Collections.addAll(found, word.split("\\."));
            });
            words.put(path, found);
        });
        return words;
    }

    /** The files that have one of the words. */
    private static TreeSet<Path> naming(Predicate<Path> where, String... wanted) {
        return WORDS.entrySet().stream()
                .filter(file -> where.test(file.getKey()) && Stream.of(wanted).anyMatch(file.getValue()::contains))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean anywhere(Path path) {
        return true;
    }

    private static boolean code(Path path) {
        return !path.startsWith("docs") || path.startsWith("docs/schema");
    }

    private static boolean advisor(Path path) {
        return path.startsWith("hp-advisor/src") && path.toString().endsWith(".java");
    }

    private static String text(String file) {
        return TEXTS.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(file))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** The classes below a folder in whose text {@code mark} stands. */
    private static List<String> classesIn(String folder, String mark) {
        return TEXTS.entrySet().stream()
                .filter(file -> file.getKey().toString().contains("/" + folder + "/")
                        && file.getValue().contains(mark))
                .map(file -> file.getKey().getFileName().toString().replace(".java", ""))
                .toList();
    }

    private static List<TreeSet<Path>> files(String kind) throws ClassNotFoundException {
        List<TreeSet<Path>> found = new ArrayList<>();
        switch (kind) {
            case "rule" ->
                TEXTS.forEach((path, text) -> {
                    Matcher declared = DECLARED.matcher(text);
                    if (declared.find()) {
                        String name = path.getFileName().toString().replace(".java", "");
                        found.add(naming(FilesToTouchTest::anywhere, name, declared.group(1)));
                    }
                });
            case "host fact" -> {
                for (RecordComponent fact :
                        Class.forName("io.github.hpjvm.advisor.facts.Host").getRecordComponents()) {
                    TreeSet<Path> files =
                            naming(FilesToTouchTest::advisor, innermost(fact.getGenericType()), fact.getName());
                    // It gives the facts to the constructor by position.
                    files.addAll(naming(path -> path.endsWith("read/HostFacts.java"), "HostFacts"));
                    found.add(files);
                }
            }
            case "action" ->
                Stream.of("Action", "SettingAction")
                        .flatMap(type -> classesIn("advisor/action", " implements " + type + " ").stream())
                        .forEach(name -> found.add(naming(FilesToTouchTest::code, name, constant(name))));
            case "variant" ->
                classesIn("bench/variant", " implements Variant ").stream()
                        .forEach(name -> found.add(naming(FilesToTouchTest::code, name)));
            case "workload" ->
                classesIn("bench/workload", "@Benchmark").stream()
                        .forEach(name -> found.add(naming(FilesToTouchTest::code, name)));
            case "option of campaigns" -> {
                Matcher constants =
                        Pattern.compile("(?m)^    ([A-Z_]+)\\(\\s*Use\\.").matcher(text("options/CampaignOption.java"));
                while (constants.find()) {
                    String name = constants.group(1);
                    if (!text("hp-bench/pom.xml")
                            .contains("<hp." + name.toLowerCase(Locale.ROOT).replace('_', '-') + "/>")) {
                        // The build fixes its value.
                        continue;
                    }
                    String property = "-Dhp." + name.toLowerCase(Locale.ROOT).replace('_', '-');
                    TreeSet<Path> files = naming(FilesToTouchTest::anywhere, property);
                    files.addAll(naming(path -> path.toString().contains("/bench/options/"), name));
                    found.add(files);
                }
            }
            default -> throw new IllegalArgumentException("no example for the row " + kind);
        }
        return found;
    }

    /** The name of the type in {@code Fact<List<Type>>}. */
    private static String innermost(Type type) {
        return type instanceof ParameterizedType generic
                ? innermost(generic.getActualTypeArguments()[0])
                : ((Class<?>) type).getSimpleName();
    }

    private static String constant(String name) {
        return name.replaceAll("(?<!^)([A-Z])", "_$1").toUpperCase(Locale.ROOT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rule", "host fact", "action", "variant", "workload", "option of campaigns"})
    void rowIsTrue(String kind) throws Exception {
        List<TreeSet<Path>> all = files(kind);
        assertTrue(all.size() > 5, () -> kind + ": " + all);
        TreeSet<Path> fewest =
                all.stream().min(Comparator.comparing(TreeSet::size)).orElseThrow();
        assertEquals(documented().get(kind), fewest.size(), () -> kind + ": " + fewest);
    }

    @Test
    void everyRowHasAnExample() throws Exception {
        for (String kind : documented().keySet()) {
            assertTrue(!files(kind).isEmpty(), kind);
        }
    }
}
