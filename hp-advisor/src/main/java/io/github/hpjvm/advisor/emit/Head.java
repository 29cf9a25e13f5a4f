package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.finding.Outcome;
import java.util.List;
import java.util.stream.Collectors;

/** What stands at the top of every file: for which JVM it is, and why. */
final class Head {
    private Head() {}

    /** @param what the file is, such as {@code sysctl settings} */
    static Comments of(Advice advice, String what) {
        Comments comments = new Comments().say("hp-jvm: " + what + " for " + jvm(advice.jvm()) + ".");
        for (Outcome.Finding finding : advice.findings()) {
            comments.say(finding.rule() + " " + finding.severity() + ": " + finding.summary() + ".");
        }
        return comments;
    }

    /** Why there is nothing to change, when the plan is empty: three very different reasons. */
    static String nothing(Advice advice) {
        List<String> unseen = advice.outcomes().stream()
                .filter(Outcome.Unknown.class::isInstance)
                .map(outcome -> ((Outcome.Unknown) outcome).missing().fact())
                .distinct()
                .toList();
        if (!advice.findings().isEmpty()) {
            return "Nothing to change here: no setting puts this right. hp-cli advise says more.";
        }
        return unseen.isEmpty()
                ? "Nothing to change."
                : "Nothing to change is known, and not all could be seen: " + String.join(", ", unseen) + ".";
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
        String main = jvm.arguments().known().map(Arguments::main).orElse("");
        return "process " + jvm.pid() + vm + (main.isEmpty() ? "" : ", " + main);
    }
}
