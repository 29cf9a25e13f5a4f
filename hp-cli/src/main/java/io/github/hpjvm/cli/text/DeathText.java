package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.facts.Crash;

/** Why a JVM died, in the words of its crash log, where no rule explains it. */
final class DeathText {
    private DeathText() {}

    static String of(Crash crash) {
        return "The JVM died of " + crash.error().orElseGet(crash::toString)
                + crash.frame().map(frame -> ", in " + frame).orElse("")
                + ". The log shows no lack of memory, and no page that was missing.";
    }
}
