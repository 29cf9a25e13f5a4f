package io.github.hpjvm.bench.options;

import io.github.hpjvm.bench.plan.Run;
import io.github.hpjvm.console.error.UsageException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Treatment of busy rounds, in which other processes or guests used the CPUs. Fixed and printed before measuring. */
public enum BusyRounds {
    /** Busy rounds are marked and count. The interval stays valid, but is wider. */
    KEEP,
    /** Busy rounds are marked and left out: all forks of the case in that round, so that no variant is favoured. */
    DROP;

    private record CaseOfRound(int round, Object subject) {}

    /** The runs that count: all runs, or those of rounds that are not busy. */
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

    /** @throws UsageException for an unknown name */
    static BusyRounds named(String name) {
        return Arrays.stream(values())
                .filter(rule -> rule.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("disturbed: '" + name + "' is not one of "
                        + Arrays.stream(values()).map(BusyRounds::label).collect(Collectors.joining(", "))));
    }
}
