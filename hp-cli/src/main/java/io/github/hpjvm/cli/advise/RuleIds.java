package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.rule.Rule;
import io.github.hpjvm.advisor.rule.Rules;
import java.util.Iterator;

/** The ids of all rules, for completion. */
final class RuleIds implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Rules.all().stream().map(Rule::id).iterator();
    }
}
