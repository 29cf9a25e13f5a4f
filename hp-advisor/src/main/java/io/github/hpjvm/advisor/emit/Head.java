package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/** The comments at the top of each file: the JVM and its findings. */
final class Head {
    private Head() {}

    /** @param what contents of the file: {@code sysctl settings} */
    static Comments of(Advice advice, String what) {
        Comments comments = new Comments().say("hp-jvm: " + what + " for " + jvm(advice.jvm()) + ".");
        for (Outcome.Finding finding : advice.findings()) {
            comments.say(finding.rule() + " " + finding.severity() + ": " + finding.summary() + ".");
        }
        advice.notes().forEach(comments::say);
        if (needsStop(advice)) {
            comments.say(
                    "Stop the JVM before the pool grows, and start it afterwards: the pool needs memory that it uses now.");
        }
        return comments;
    }

    /** Returns whether the plan has a pool that can grow only after the JVM has ended. */
    static boolean needsStop(Advice advice) {
        return advice.plan().actions().stream().anyMatch(Action::needsStop);
    }

    /** The reason for an empty plan: no finding, findings that no setting resolves, or facts that are missing. */
    static String nothing(Advice advice) {
        List<String> missing = advice.outcomes().stream()
                .filter(Outcome.Unknown.class::isInstance)
                .map(outcome -> ((Outcome.Unknown) outcome).missing().fact())
                .distinct()
                .toList();
        if (!advice.findings().isEmpty()) {
            return "Nothing to change: no setting resolves these findings. For details run hp-cli advise.";
        }
        return missing.isEmpty()
                ? "Nothing to change."
                : "Nothing to change is known, but facts are missing: " + String.join(", ", missing) + ".";
    }

    /** {@code process 4242 (HOTSPOT 17.0.2+7, Eclipse Adoptium), com.example.Shop}. */
    private static String jvm(Jvm jvm) {
        String vm = jvm.identity()
                .known()
                .map(it -> List.of(it.vm() + " " + it.version(), it.vendor()).stream()
                        .map(String::strip)
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(", ", " (", ")")))
                .orElse("");
        String main = jvm.main();
        return (jvm.wasStarted() ? "process " + jvm.pid() : "a JVM that does not run yet")
                + vm
                + (main.isEmpty() ? "" : ", " + main);
    }
}
