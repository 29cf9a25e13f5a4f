package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.json.RulesJson;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import io.github.hpjvm.advisor.rule.Rules;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplainCommandTest {

    @Test
    void aPageIsShownAsItIs() {
        for (Rule rule : Rules.all()) {
            Called called = Called.with("explain", rule.id());
            assertEquals(new Called(0, RulePage.of(rule.id()).orElseThrow(), ""), called);
            assertEquals(called, Called.with("explain", rule.id().toLowerCase(java.util.Locale.ROOT)));
        }
    }

    @Test
    void withoutARuleAllAreListed() {
        Called called = Called.with("explain");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals(Rules.all().size() + 1, called.out().lines().count(), called.out());
        for (Rule rule : Rules.all()) {
            assertTrue(
                    called.out().lines().anyMatch(line -> line.startsWith(rule.id()) && line.endsWith(rule.title())),
                    called.out());
        }
    }

    @Test
    void aProgramReadsThemAsJson() {
        assertEquals(new Called(0, RulesJson.write(Rules.all()), ""), Called.with("explain", "--format", "json"));
        Called one = Called.with("explain", "hp-101", "--format", "json");
        assertEquals(new Called(0, RulesJson.write(List.of(Rules.all().get(0))), ""), one);
        assertTrue(one.out().contains("\"rule\" : \"HP-101\""), one.out());
    }

    @Test
    void knownBugsAreListedWithTheirSource() {
        Called called = Called.with("explain", "--bugs");
        assertEquals(0, called.exitCode(), called.err());
        assertEquals(3 * KnownBugs.all().size(), called.out().lines().count(), called.out());
        assertTrue(
                called.out().contains("JDK-8213927  affected: 11 to 11.0.22; fixed in: 11.0.23, 12\n"), called.out());
        assertTrue(called.out().contains("affected: 25; fixed in: 25.0.1, 26\n"), called.out());
        assertTrue(called.out().contains("affected: 19 to 20; fixed in: 21.0.5, 22\n"), called.out());
        assertTrue(called.out().contains("affected: 22; fixed in: 23\n"), called.out());
        assertTrue(called.out().contains("affected: 17.0.10 and later updates of 17; "), called.out());
        for (KnownBugs.Bug bug : KnownBugs.all()) {
            assertTrue(called.out().contains("\n    source: " + bug.settled() + "\n"), called.out());
        }
    }

    @Test
    void theListOfBugsTakesNoRule() {
        assertEquals(2, Called.with("explain", "--bugs", "HP-701").exitCode());
        assertEquals(2, Called.with("explain", "--bugs", "--format", "json").exitCode());
    }

    @Test
    void aRuleThatThereIsNotIsAMistakeOfTheUser() {
        Called called = Called.with("explain", "HP-999");
        assertEquals(2, called.exitCode());
        assertEquals(1, called.err().lines().count(), called.err());
        assertTrue(called.err().contains("HP-999") && called.err().contains("HP-101"), called.err());
    }
}
