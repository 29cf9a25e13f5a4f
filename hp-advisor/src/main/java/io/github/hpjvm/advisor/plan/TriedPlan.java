package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.Family;
import io.github.hpjvm.advisor.whatif.Trial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The plan of several findings, of which each was tried together with those before it: the worst first, and of those that
 * are equally bad the one that puts the heap on huge pages. What would keep the JVM from
 * starting, starve the host or not come true is not in it, and is said to be left out.
 */
public final class TriedPlan {
    private final Trial trial;
    private final List<Outcome.Finding> accepted = new ArrayList<>();
    private final Map<Outcome.Finding, String> objections = new LinkedHashMap<>();

    private TriedPlan(Trial trial) {
        this.trial = trial;
    }

    /**
     * @param findings the worst first
     * @param trial where each is tried; empty if nothing can be
     */
    public static Plan of(List<Outcome.Finding> findings, Optional<Trial> trial) {
        boolean nothing =
                findings.stream().allMatch(finding -> finding.actions().isEmpty());
        if (nothing || trial.isEmpty()) {
            return Plan.of(findings);
        }
        TriedPlan tried = new TriedPlan(trial.get());
        List<Outcome.Finding> ordered = new ArrayList<>(findings);
        ordered.sort(TriedPlan::worstFirst);
        ordered.forEach(tried::consider);
        List.copyOf(tried.objections.keySet()).forEach(tried::consider);
        return Plan.of(tried.inOrderOf(ordered), tried.dropped());
    }

    /** Of two that are as bad, the one that promises huge pages. */
    private static int worstFirst(Outcome.Finding a, Outcome.Finding b) {
        int worse = b.severity().compareTo(a.severity());
        return worse != 0 ? worse : Boolean.compare(promises(b), promises(a));
    }

    /** Asked again of one that was refused: it may be what another was waiting for. */
    private void consider(Outcome.Finding finding) {
        List<Outcome.Finding> all = new ArrayList<>(accepted);
        all.add(finding);
        List<Action> actions = Plan.of(all).actions();
        Optional<String> objection = finding.actions().isEmpty()
                ? Optional.empty()
                : trial.objection(actions, all.stream().anyMatch(TriedPlan::promises));
        if (objection.isPresent()) {
            objections.put(finding, objection.get());
        } else {
            objections.remove(finding);
            accepted.add(finding);
        }
    }

    /** Whether what it advises is to put the heap on huge pages. */
    public static boolean isAboutPagesOfHeap(Outcome.Finding finding) {
        return Family.of(finding.rule()).equals(Optional.of(Family.HUGE_PAGES))
                && finding.subject().equals("heap");
    }

    private static boolean promises(Outcome.Finding finding) {
        return isAboutPagesOfHeap(finding) && !finding.actions().isEmpty();
    }

    private List<Outcome.Finding> inOrderOf(List<Outcome.Finding> findings) {
        return findings.stream().filter(accepted::contains).toList();
    }

    private List<Dropped> dropped() {
        return objections.entrySet().stream()
                .map(entry -> new Dropped(entry.getKey().rule(), entry.getKey().subject(), entry.getValue()))
                .toList();
    }
}
