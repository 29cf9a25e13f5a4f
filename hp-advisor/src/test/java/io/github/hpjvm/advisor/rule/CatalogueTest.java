package io.github.hpjvm.advisor.rule;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that each rule has a class, a line in the list, a page and a test. */
class CatalogueTest {
    private static final List<String> HEADINGS = List.of(
            "## Symptom", "## Cause", "## Evidence", "## Fix", "## Check", "## When to ignore it", "## Sources");
    private static final int WIDTH = 100;
    private static final Pattern LITERAL = Pattern.compile("\"(HP-[0-9]+)\"");

    static List<Rule> rules() {
        return Rules.all();
    }

    @Test
    void rulesAreListedOnceAndInOrder() {
        Set<String> written = new TreeSet<>();
        new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackagesOf(Rule.class).stream()
                        .filter(c -> c.isAssignableTo(Rule.class) && !c.isInterface())
                        .forEach(c -> written.add(c.getSimpleName()));
        Set<String> listed = new TreeSet<>();
        rules().forEach(rule -> listed.add(rule.getClass().getSimpleName()));
        assertEquals(written, listed);
        List<String> ids = rules().stream().map(Rule::id).toList();
        assertEquals(ids.stream().distinct().sorted().toList(), ids);
    }

    /** The rule declares its id; other classes ask the rule. */
    @Test
    void eachIdIsWrittenOnce() throws IOException {
        List<String> written = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                LITERAL.matcher(Files.readString(file)).results().forEach(found -> written.add(found.group(1)));
            }
        }
        assertEquals(
                rules().stream().map(Rule::id).toList(),
                written.stream().sorted().toList());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void hasATest(Rule rule) {
        assertDoesNotThrow(() -> Class.forName(rule.getClass().getName() + "Test"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void hasACompletePage(Rule rule) {
        assertTrue(rule.id().matches("HP-\\d{3}"), rule.id());
        String page = RulePage.of(rule.id()).orElseThrow();
        List<String> lines = page.lines().toList();
        assertEquals("# " + rule.id() + ": " + rule.title(), lines.get(0));
        assertEquals(
                HEADINGS, lines.stream().filter(line -> line.startsWith("## ")).toList());
        for (String section : page.split("\n## ")) {
            assertTrue(
                    section.lines().filter(line -> !line.isBlank()).count() > 1 || section.startsWith("# "), section);
        }
        for (String line : lines) {
            assertTrue(line.length() <= WIDTH, line);
            assertEquals(line.stripTrailing(), line);
        }
        assertTrue(page.endsWith("\n") && !page.endsWith("\n\n"), page);
    }

    @Test
    void pagesMatchRules() throws IOException {
        Set<String> pages = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/io/github/hpjvm/advisor/rule"))) {
            files.forEach(file -> pages.add(file.getFileName().toString()));
        }
        Set<String> expected = new TreeSet<>();
        rules().forEach(rule -> expected.add(rule.id() + ".md"));
        assertEquals(expected, pages);
        assertEquals(Optional.empty(), RulePage.of("HP-000"));
        assertEquals(Optional.empty(), RulePage.of("../rule/HP-101"));
    }
}
