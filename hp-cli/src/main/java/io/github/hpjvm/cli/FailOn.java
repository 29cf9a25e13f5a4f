package io.github.hpjvm.cli;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.finding.Severity;
import java.util.Locale;

/** From which severity on a finding makes the exit code 3. */
enum FailOn {
    NEVER,
    INFO,
    WARNING,
    CRITICAL;

    boolean reachedBy(Advice advice) {
        return this != NEVER
                && advice.worst()
                        .filter(severity -> severity.compareTo(Severity.valueOf(name())) >= 0)
                        .isPresent();
    }

    /** What {@code --help} shows. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
