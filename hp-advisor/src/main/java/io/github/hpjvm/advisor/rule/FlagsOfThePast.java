package io.github.hpjvm.advisor.rule;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.finding.Severity;
import io.github.hpjvm.advisor.hotspot.flag.LaterReleases;
import io.github.hpjvm.advisor.rule.support.Look;
import io.github.hpjvm.advisor.text.FlagName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Flags about pages that this JVM takes and a later one does not start with: to be changed before the Java is
 * ({@code arguments.cpp}, special_jvm_flags; JDK-8261894 for UseHugeTLBFS and UseSHM).
 */
final class FlagsOfThePast implements Rule {
    /** One of these is in the name of each flag about pages. */
    private static final List<String> PAGES = List.of("Huge", "LargePage", "SHM", "THP");

    private static final String LARGE = "-XX:+UseLargePages";

    /** What both came to: pages of the pool. */
    private static final List<String> ASK_FOR_THE_POOL = List.of("-XX:+UseHugeTLBFS", "-XX:+UseSHM");

    @Override
    public String id() {
        return "HP-702";
    }

    @Override
    public String title() {
        return "flags that a later Java refuses";
    }

    @Override
    public String subject() {
        return "jvm";
    }

    @Override
    public List<Outcome> evaluate(Look look) {
        VmIdentity identity = look.jvm("VM", Jvm::identity);
        List<String> texts = look.jvm("arguments", Jvm::arguments).texts();
        Map<String, Integer> refused = new LinkedHashMap<>();
        for (String text : texts) {
            FlagName.of(text)
                    .filter(FlagsOfThePast::isAboutPages)
                    .flatMap(flag -> LaterReleases.refuses(flag, identity))
                    .ifPresent(release -> refused.put(text, release));
        }
        if (refused.isEmpty()) {
            return look.pass("later releases take its flags about pages too");
        }
        boolean pool = refused.keySet().stream().anyMatch(ASK_FOR_THE_POOL::contains);
        List<String> add = pool && !texts.contains(LARGE) ? List.of(LARGE) : List.of();
        String which = refused.entrySet().stream()
                .map(one -> one.getKey() + " (from " + one.getValue() + " on)")
                .collect(Collectors.joining(", "));
        return look.finding(
                Severity.INFO,
                "A later Java does not start with " + which,
                "This release takes " + (refused.size() == 1 ? "the flag" : "these flags")
                        + "; a later one ends with \"Unrecognized VM option\".",
                pool
                        ? LARGE + " alone asks for the same pages, on this release and on all later ones."
                        : "Taken out before the upgrade, nothing else need change.",
                List.of(new Action.JvmFlag(add, List.copyOf(refused.keySet()))));
    }

    private static boolean isAboutPages(String flag) {
        return PAGES.stream().anyMatch(flag::contains);
    }
}
