package io.github.hpjvm.cli.advise;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.json.RulesJson;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import io.github.hpjvm.cli.Called;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainCommandTest {

    /** The words of a text without the addresses of sources. */
    private static List<String> words(String text) {
        return Stream.of(text.strip().split("\\s+"))
                .filter(word -> !word.startsWith("https://"))
                .toList();
    }

    /** A page keeps all its words and gets addresses; long lines are broken, but not commands. */
    @Test
    void aPageKeepsItsWordsAndFits() {
        for (Rule rule : Rules.all()) {
            Called called = Called.with("explain", rule.id());
            assertEquals(0, called.exitCode());
            String page = RulePage.of(rule.id()).orElseThrow();
            assertEquals(words(page), words(called.out()));
            called.out()
                    .lines()
                    .filter(line -> !line.contains("https://"))
                    .forEach(line ->
                            assertTrue(line.length() <= 80 || line.startsWith("    ") || line.startsWith("# "), line));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HP-104", "hp-104", "hp104", "HP_104", "104"})
    void anIdNeedsNoPrefix(String id) {
        assertEquals(Called.with("explain", "HP-104"), Called.with("explain", id));
    }

    /** U26. */
    @Test
    void sourcesHaveAddresses() {
        String page = Called.with("explain", "HP-104").out();
        assertTrue(page.contains("\n  https://docs.kernel.org/admin-guide/cgroup-v2.html\n"), page);
        assertTrue(page.contains("/linux.git/tree/mm/hugetlb.c\n"), "an address that the page leaves out");
        for (Rule rule : Rules.all()) {
            String sources = Called.with("explain", rule.id()).out().split("\n## Sources\n")[1];
            assertTrue(
                    sources.contains("https://") || sources.contains("Alibaba Cloud documentation"),
                    rule.id() + ": " + sources);
        }
    }

    /** Stdin may be a socket, which has no name that can be opened. */
    @Test
    void readsALogFromStdin() {
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("Failed to reserve large pages memory".getBytes(UTF_8)));
            Called called = Called.with("explain", "-");
            assertEquals(0, called.exitCode(), called.err());
            assertTrue(called.out().contains("HP-101"), called.out());
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void withoutARuleAllAreListed() {
        Called called = Called.with("explain");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals(Rules.all().size(), called.out().lines().count(), called.out());
        for (Rule rule : Rules.all()) {
            assertTrue(
                    called.out()
                            .lines()
                            .anyMatch(line ->
                                    line.startsWith(rule.id()) && line.endsWith(rule.title()) && line.length() <= 80),
                    called.out());
        }
    }

    @Test
    void jsonIsOneDocument() {
        assertEquals(new Called(0, RulesJson.write(Rules.all()), ""), Called.with("explain", "--format", "json"));
        Called one = Called.with("explain", "hp-101", "--format", "json");
        assertEquals(new Called(0, RulesJson.write(List.of(Rules.all().get(0))), ""), one);
        assertTrue(one.out().contains("\"rule\" : \"HP-101\""), one.out());
    }

    @Test
    void bugsListsEachSource() {
        Called called = Called.with("explain", "--bugs");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals(
                KnownBugs.all().size(),
                called.out().lines().filter(line -> line.startsWith("JDK-")).count(),
                called.out());
        KnownBugs.all()
                .forEach(bug -> assertTrue(
                        called.out().replaceAll("\\s+", " ").contains("source: " + bug.settled()), bug.settled()));
        assertTrue(called.out().lines().allMatch(line -> line.length() <= 80), called.out());
        assertTrue(
                called.out().contains("JDK-8213927  affected: 11 to 11.0.22; fixed in: 11.0.23, 12\n"), called.out());
        assertTrue(called.out().contains("affected: 25; fixed in: 25.0.1, 26\n"), called.out());
        assertTrue(called.out().contains("affected: 19 to 20; fixed in: 21.0.5, 22\n"), called.out());
        assertTrue(called.out().contains("affected: 22; fixed in: 23\n"), called.out());
        assertTrue(called.out().contains("affected: 17.0.10 and later updates of 17; "), called.out());
    }

    @Test
    void bugsRejectsARule() {
        assertEquals(2, Called.with("explain", "--bugs", "HP-701").exitCode());
        Called json = Called.with("explain", "--bugs", "--format", "json");
        assertEquals(0, json.exitCode(), json.err());
        assertTrue(json.out().contains("\"number\" : \"JDK-"), json.out());
    }

    @Test
    void anUnknownRuleIsInvalidUsage() {
        Called called = Called.with("explain", "HP-999");
        assertEquals(2, called.exitCode());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains("HP-999") && called.err().contains("HP-101"), called.err());
    }
}
