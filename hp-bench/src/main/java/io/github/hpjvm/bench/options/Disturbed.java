package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.error.UsageException;
import io.github.hpjvm.bench.plan.Run;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What becomes of rounds in which somebody else had the CPUs. Chosen before anything is measured, and printed then. */
public enum Disturbed {
    /** They are marked and count all the same. The interval is honest with them in it, only wider. */
    KEEP,
    /** They are marked and left out: all forks of the case in that round, so that no side is favoured. */
    DROP;

    private record CaseOfRound(int round, Object subject) {}

    /** The runs that count: all of them, or those of rounds that nobody disturbed. */
    public List<Run> counting(List<Run> runs) {
        if (this == KEEP) {
            return runs;
        }
        Set<CaseOfRound> disturbed = new HashSet<>();
        runs.stream().filter(run -> run.disturbance().disturbed()).forEach(run -> disturbed.add(place(run)));
        return runs.stream().filter(run -> !disturbed.contains(place(run))).toList();
    }

    private static CaseOfRound place(Run run) {
        return new CaseOfRound(run.job().round(), run.job().subject());
    }

    /** The name in options and JSON, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException if there is no such rule */
    static Disturbed named(String name) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("disturbed: '" + name + "' is none of "
                        + Arrays.stream(values()).map(Disturbed::label).collect(Collectors.joining(", "))));
    }
}
