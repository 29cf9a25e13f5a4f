package io.github.hpjvm.advisor.goal;

import io.github.hpjvm.advisor.fleet.FleetRow;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.advisor.term.Requested;
import io.github.hpjvm.os.text.Visible;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Counts the JVMs of a fleet whose heaps hold a requirement, from the rows of the JVMs. For one thread. */
public final class FleetGoal {
    private static final double USUAL = 0.95;
    private static final double HUNDRED = 100;

    private final Requirement requirement;
    private long jvms;
    private long failing;
    private long open;
    private long without;
    private String example = "";

    /** A count of no JVM. */
    public FleetGoal(Requirement requirement) {
        this.requirement = requirement;
    }

    /** Adds the JVMs of one snapshot, each of which may have several rows. */
    public void add(List<FleetRow> rows) {
        without += rows.isEmpty() ? 1 : 0;
        Set<Long> seen = new HashSet<>();
        for (FleetRow row : rows) {
            if (seen.add(row.pid())) {
                add(row);
            }
        }
    }

    private void add(FleetRow row) {
        Optional<Boolean> holds = holds(row);
        jvms++;
        open += holds.isEmpty() ? 1 : 0;
        if (holds.equals(Optional.of(false))) {
            failing++;
            example = example.isEmpty()
                    ? "first PID " + row.pid() + " of "
                            + Visible.line(row.host() == null ? row.source() : row.host()) + " ("
                            + row.heapKind()
                            + (row.heapCoverage() == null
                                    ? ""
                                    : ", " + (long) Math.floor(row.heapCoverage() * HUNDRED) + " %")
                            + ")"
                    : example;
        }
    }

    /** Returns whether the JVM requests huge pages, and too little of its heap is resident to judge its pages. */
    private static boolean isYoung(FleetRow row) {
        Long resident = row.heapResidentBytes();
        Long most = row.maxHeapBytes();
        return resident != null
                && most != null
                && resident < Requirement.TELLING.value()
                && 2 * resident < most
                && !Requested.NONE.name().equals(row.requested());
    }

    private Optional<Boolean> holds(FleetRow row) {
        if (row.heapKind() == null) {
            return Optional.empty();
        }
        PageKind kind = PageKind.valueOf(row.heapKind());
        boolean accepted = requirement.wanted().kinds().contains(kind);
        if (!accepted && isYoung(row)) {
            return Optional.empty();
        }
        boolean perhaps = accepted || kind == PageKind.MIXED;
        if (requirement.percent().isEmpty() && requirement.wanted() != Wanted.ANY || !perhaps) {
            return Optional.of(accepted);
        }
        if (row.heapCoverage() == null) {
            return accepted && requirement.percent().isEmpty() ? Optional.of(true) : Optional.empty();
        }
        double least = requirement.percent().isPresent() ? requirement.percent().getAsInt() / HUNDRED : USUAL;
        boolean enough =
                row.heapCoverage() >= least || accepted && requirement.percent().isEmpty();
        // The coverage counts pages of both kinds: a mixture of them does not show how many are of one.
        boolean ofOneKind = accepted || requirement.wanted() == Wanted.ANY;
        return enough && !ofOneKind ? Optional.empty() : Optional.of(enough);
    }

    /**
     * Returns the answer for all JVMs: false if one does not hold the requirement, else unknown if one is unknown. It is also
     * unknown without a JVM: a snapshot by a user who may read none has none.
     */
    public Answer answer() {
        if (jvms == 0) {
            return new Answer(
                    requirement.toString(),
                    Optional.empty(),
                    "--require " + requirement + " is open: the snapshots have no JVM.");
        }
        Optional<Boolean> holds = failing > 0 ? Optional.of(false) : open > 0 ? Optional.empty() : Optional.of(true);
        long holding = jvms - failing - open;
        return new Answer(
                requirement.toString(),
                holds,
                "--require " + requirement + ": " + holding + " of " + jvms + (jvms == 1 ? " JVM holds" : " JVMs hold")
                        + " it, " + failing + (failing == 1 ? " does not, " : " do not, ") + open
                        + (open == 1 ? " is unknown" : " are unknown") + (example.isEmpty() ? "" : "; " + example)
                        + withoutJvm() + ".");
    }

    private String withoutJvm() {
        return without == 0 ? "" : "; " + without + (without == 1 ? " snapshot has" : " snapshots have") + " no JVM";
    }
}
