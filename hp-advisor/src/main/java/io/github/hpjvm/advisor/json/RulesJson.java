package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.RulePage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rules with their pages as a JSON document: {@code {"schemaVersion": 1, "rules": [{"rule", "subject", "title", "page"}]}}. */
public final class RulesJson {
    private static final int SCHEMA_VERSION = 1;

    private RulesJson() {}

    /** The document as text, ending in a newline. Pages are Markdown. */
    public static String write(List<Rule> rules) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("schemaVersion", SCHEMA_VERSION);
        root.put(
                "rules",
                new ArrayList<Object>(rules.stream().map(RulesJson::rule).toList()));
        return JsonText.write(root);
    }

    private static Map<String, Object> rule(Rule rule) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("rule", rule.id());
        object.put("subject", rule.subject());
        object.put("title", rule.title());
        object.put("page", RulePage.of(rule.id()).orElseThrow());
        return object;
    }
}
