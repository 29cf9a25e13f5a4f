package io.github.hpjvm.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks explain pages, titles of rules and texts of tables against the phrases that {@code docs/GLOSSARY.md} replaces. */
class PlainTextTest {
    private static final Path GLOSSARY = Path.of("../docs/GLOSSARY.md");
    private static final Path TABLES = Path.of("src/main/resources/io/github/hpjvm/advisor/hotspot");

    private static final Path SOURCES = Path.of("src/main/java/io/github/hpjvm/advisor");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    private static final Pattern CONCATENATION = Pattern.compile("(?<!\\\\)\"\\s*\\+\\s*\"");

    /** A call, and not the definition of a function in a shell script. */
    private static final Pattern CALL = Pattern.compile("\\b[a-z]\\w*\\(\\)(?! \\{)");

    /** The effect of a bug, and the note of a flag. */
    private static final int TEXT_COLUMN = 8;

    private final PlainText plain = read();

    private static PlainText read() {
        try {
            return PlainText.ofGlossary(GLOSSARY);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static List<Rule> rules() {
        return Rules.all();
    }

    static List<String> replaced() {
        return read().replaced();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void titlesUseTheTermsOfTheGlossary(Rule rule) {
        assertEquals(List.of(), plain.violations(rule.title()), rule.title());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void pagesUseTheTermsOfTheGlossary(Rule rule) {
        String page = RulePage.of(rule.id()).orElseThrow();
        assertEquals(List.of(), plain.violations(page), rule.id());
    }

    /** Checks the text column and the comments. */
    @ParameterizedTest
    @ValueSource(strings = {"known-bugs.tsv", "flag/flags.tsv"})
    void tablesUseTheTermsOfTheGlossary(String table) throws IOException {
        for (String line : Files.readAllLines(TABLES.resolve(table))) {
            assertEquals(List.of(), plain.violations(textOf(line)), line);
        }
    }

    private static String textOf(String line) {
        if (line.startsWith("#")) {
            return line;
        }
        String[] cells = line.split("\t", -1);
        return String.join("\t", List.of(cells).subList(Math.min(TEXT_COLUMN, cells.length), cells.length));
    }

    /** Checks the string literals with a blank, after joining those that the source concatenates. */
    @ParameterizedTest
    @ValueSource(strings = {"rule", "health", "size", "finding"})
    void literalsUseTheTermsOfTheGlossary(String folder) throws IOException {
        try (Stream<Path> sources = Files.walk(SOURCES.resolve(folder))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                for (String text : literals(Files.readString(source))) {
                    assertEquals(List.of(), plain.violations(text), source + ": " + text);
                }
            }
        }
    }

    /** Users of hp-cli and of a health endpoint read these texts too, and cannot call a method. */
    @Test
    void literalsAdviseNoCallOfJava() throws IOException {
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                for (String text : literals(Files.readString(source))) {
                    assertFalse(CALL.matcher(text).find(), source + ": " + text);
                }
            }
        }
        assertTrue(CALL.matcher("call check() again later").find());
    }

    private static List<String> literals(String source) {
        String joined = CONCATENATION.matcher(source).replaceAll("");
        return LITERAL.matcher(joined)
                .results()
                .map(found -> found.group(1).replace("\\\"", "\""))
                .filter(text -> text.contains(" "))
                .toList();
    }

    @Test
    void literalsAreJoined() {
        assertEquals(List.of("a \"b c\" d"), literals("x(\"a \\\"b\"\n    + \" c\\\" d\", 'e', \"f\")"));
    }

    @Test
    void theTextBeginsInTheNinthColumn() {
        assertEquals("measured\tan effect", textOf("JDK-1\t8\t9\t-\tTHP\tMADVISE\tHIDDEN\t10\tmeasured\tan effect"));
        assertEquals("deprecated 15", textOf("UseX\t15\t15\tproduct\tbool\tfalse\t\t\tdeprecated 15"));
    }

    @Test
    void readsTheGlossary() {
        assertTrue(plain.replaced().size() > 40, plain.replaced().toString());
        assertTrue(plain.replaced().containsAll(List.of("foretell", "reckon", "cannot come up")));
        assertFalse(plain.replaced().contains("replaces"));
    }

    @ParameterizedTest
    @MethodSource("replaced")
    void findsEachReplacedPhrase(String phrase) {
        String page = RulePage.of("HP-101").orElseThrow() + "\nHere the " + phrase + " is seeded.\n";
        assertFalse(plain.violations(page).isEmpty(), phrase);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Nobody uses them",
                "a pool is not to be had here",
                "computed as reckoned",
                "it foretells the pages",
                "the word says never",
                "as was\nasked for",
                "this is no HotSpot JVM"
            })
    void findsPatterns(String text) {
        assertEquals(1, plain.violations(text).size(), text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "The JVM prints \"no large pages configured\".",
                "Run:\n\n    hp-cli ask nobody\n",
                "-XX:+UseLargePages is set.",
                "See https://example.org/nobody.",
                "Take it halfway, always."
            })
    void leavesQuotationsFlagsAndCommands(String text) {
        assertEquals(List.of(), plain.violations(text), text);
    }

    @Test
    void allPagesAreChecked() throws IOException {
        try (Stream<Path> pages = Files.list(Path.of("src/main/resources/io/github/hpjvm/advisor/rule"))) {
            assertEquals(pages.count(), rules().size());
        }
    }
}
