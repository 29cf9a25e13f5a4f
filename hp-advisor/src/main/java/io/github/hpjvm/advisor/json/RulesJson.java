package io.github.hpjvm.advisor.json;

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

    private RulesJson() {}

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
