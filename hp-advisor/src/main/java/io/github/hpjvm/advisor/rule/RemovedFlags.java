package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.flag.LaterReleases;
import io.github.hpjvm.advisor.rule.support.RuleContext;
import io.github.hpjvm.advisor.text.FlagName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Page flags that this JVM accepts and a later release refuses, so that they must change before the upgrade
 * ({@code arguments.cpp}, special_jvm_flags; JDK-8261894 for UseHugeTLBFS and UseSHM).
 */
final class RemovedFlags implements Rule {
    /** The name of each page flag contains one of these. */
    private static final List<String> PAGES = List.of("Huge", "LargePage", "SHM", "THP");

    private static final String LARGE = "-XX:+UseLargePages";

    /** Flags that request pages of the hugetlb pool. */
    private static final List<String> POOL_FLAGS = List.of("-XX:+UseHugeTLBFS", "-XX:+UseSHM");

    @Override
    public Declaration declaration() {
        return new Declaration(
                        "HP-702", "flags that a later JDK release refuses", "jvm", Family.RELEASES, Affected.NONE)
                .onlyInforms();
    }

    @Override
    public List<Outcome> evaluate(RuleContext context) {
        VmIdentity identity = context.jvm("VM", Jvm::identity);
        List<String> texts = context.jvm("arguments", Jvm::arguments).texts();
        Map<String, Integer> refused = new LinkedHashMap<>();
        for (String text : texts) {
            FlagName.of(text)
                    .filter(RemovedFlags::isAboutPages)
                    .flatMap(flag -> LaterReleases.refuses(flag, identity))
                    .ifPresent(release -> refused.put(text, release));
        }
        if (refused.isEmpty()) {
            return context.pass("later releases accept its page flags");
        }
        boolean pool = refused.keySet().stream().anyMatch(POOL_FLAGS::contains);
        List<String> add = pool && !texts.contains(LARGE) ? List.of(LARGE) : List.of();
        String which = refused.entrySet().stream()
                .map(one -> one.getKey() + " (from " + one.getValue() + " on)")
                .collect(Collectors.joining(", "));
        return context.finding(
                Severity.INFO,
                "A later JDK release does not start with " + which,
                "This release accepts " + (refused.size() == 1 ? "the flag" : "these flags")
                        + ". A later one exits with \"Unrecognized VM option\".",
                pool
                        ? LARGE + " requests the same pages, on this release and on all later ones."
                        : "Remove them before the upgrade. No other change is needed.",
                List.of(new JvmFlag(add, List.copyOf(refused.keySet()))));
    }

    private static boolean isAboutPages(String flag) {
        return PAGES.stream().anyMatch(flag::contains);
    }
}
