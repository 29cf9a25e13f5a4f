package io.github.hpjvm.advisor.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/EVIDENCE.md} names the sources of each rule, and no other rule. */
class EvidenceDocumentTest {
    private static final Pattern ID = Pattern.compile("HP-\\d{3}");

    @Test
    void namesEveryRuleAndNoOther() throws IOException {
        String text = Files.readString(Path.of("../docs/EVIDENCE.md"));
        String claims = text.substring(text.indexOf("## Claims"), text.indexOf("## Thresholds"));
        Set<String> rules = new TreeSet<>();
        Rules.all().forEach(rule -> rules.add(rule.id()));
        assertEquals(rules, ids(claims));
        Set<String> others = ids(text);
        others.removeAll(rules);
        assertEquals(Set.of(), others);
    }

    private static Set<String> ids(String text) {
        return new TreeSet<>(
                ID.matcher(text).results().map(found -> found.group()).toList());
    }
}
