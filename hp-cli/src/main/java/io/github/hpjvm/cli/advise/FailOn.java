package io.github.hpjvm.cli.advise;

import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.finding.Severity;
import java.util.Locale;

/** The lowest severity of a finding that makes the exit code 3. */
enum FailOn {
    NEVER,
    INFO,
    WARNING,
    CRITICAL;

    static final FailOn DEFAULT = WARNING;

    boolean reachedBy(Advice advice) {
        return this != NEVER
                && advice.worst()
                        .filter(severity -> severity.compareTo(Severity.valueOf(name())) >= 0)
                        .isPresent();
    }

    /** The name that {@code --help} shows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
