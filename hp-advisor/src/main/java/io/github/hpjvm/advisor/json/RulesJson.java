package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.hotspot.KnownBugs;
import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import java.util.List;

/** Writes rules and their pages as a JSON document of schema version 1. */
public final class RulesJson {

    private record Document(int schemaVersion, List<Entry> rules) {}

    /**
     * One rule.
     *
     * @param rule its id
     * @param page its page as Markdown
     */
    private record Entry(String rule, String subject, String title, String page) {}

    private record OfBugs(int schemaVersion, List<Entry> rules, List<OfBug> bugs) {}

    /**
     * One bug of HotSpot in one span of releases.
     *
     * @param fixed the releases that no longer have it
     * @param settled how the first and the last release are known
     */
    private record OfBug(String number, String affected, List<String> fixed, String effect, String settled) {}

    private RulesJson() {}

    /** The document of the known bugs, without rules, as text that ends in a newline. */
    public static String ofBugs(List<KnownBugs.Bug> bugs) {
        List<OfBug> entries = bugs.stream()
                .map(bug -> new OfBug(bug.number(), bug.affected(), bug.fixed(), bug.what(), bug.settled()))
                .toList();
        return RecordCodec.write(new OfBugs(1, List.of(), entries));
    }

    /** The document as text that ends in a newline. */
    public static String write(List<Rule> rules) {
        List<Entry> entries = rules.stream()
                .map(rule -> new Entry(
                        rule.id(),
                        rule.subject(),
                        rule.title(),
                        RulePage.of(rule.id()).orElseThrow()))
                .toList();
        return RecordCodec.write(new Document(1, entries));
    }
}
