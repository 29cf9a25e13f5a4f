package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.finding.Outcome;
import io.github.hpjvm.advisor.rule.Family;
import io.github.hpjvm.advisor.rule.Rules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a plan from findings and tries each of them in the page model, together with those accepted before it. The
 * worst finding comes first. Of equally bad findings, findings about the pages of the heap come first. A finding is
 * omitted if its actions would keep the JVM from starting, leave the host without memory, have no effect, or lead to a
 * warning of another rule.
 */
public final class TriedPlan {
    private final Consequences consequences;
    private final List<Outcome.Finding> accepted = new ArrayList<>();
    private final Map<Outcome.Finding, String> objections = new LinkedHashMap<>();

    /** All findings in the order of the plan. */
    private final List<Outcome.Finding> ordered;

    private TriedPlan(Consequences consequences, List<Outcome.Finding> ordered) {
        this.consequences = consequences;
        this.ordered = ordered;
    }

    /**
     * @param findings the worst first
     * @param consequences judges the plan; empty if nothing can be tried: then the plan has all actions
     */
    public static Plan of(List<Outcome.Finding> findings, Optional<Consequences> consequences) {
        boolean nothing =
                findings.stream().allMatch(finding -> finding.actions().isEmpty());
        if (nothing || consequences.isEmpty()) {
            return Plan.of(findings);
        }
        List<Outcome.Finding> ordered = new ArrayList<>(findings);
        ordered.sort(TriedPlan::worstFirst);
        TriedPlan tried = new TriedPlan(consequences.get(), ordered);
        ordered.forEach(tried::consider);
        List.copyOf(tried.objections.keySet()).forEach(tried::consider);
        return Plan.of(tried.with(Optional.empty()), tried.omitted());
    }

    /** Orders by severity, and equally severe findings with those first that promise huge pages. */
    private static int worstFirst(Outcome.Finding a, Outcome.Finding b) {
        int worse = b.severity().compareTo(a.severity());
        return worse != 0 ? worse : Boolean.compare(promises(b), promises(a));
    }

    /** Accepts a finding or notes the objection. A refused finding is considered twice: a later one may make it possible. */
    private void consider(Outcome.Finding finding) {
        // In the order of the plan: of two actions for one setting, the first decides.
        List<Outcome.Finding> all = with(Optional.of(finding));
        List<Action> actions = Plan.of(all).actions();
        Optional<String> objection = finding.actions().isEmpty()
                ? Optional.empty()
                : consequences.objection(actions, all.stream().anyMatch(TriedPlan::promises));
        if (objection.isPresent()) {
            objections.put(finding, objection.get());
        } else {
            objections.remove(finding);
            accepted.add(finding);
        }
    }

    /** Returns true if the finding is about huge pages for the heap. */
    public static boolean isAboutPagesOfHeap(Outcome.Finding finding) {
        return finding.subject().equals("heap")
                && Rules.of(finding.rule())
                        .filter(rule -> rule.declaration().family() == Family.HUGE_PAGES)
                        .isPresent();
    }

    private static boolean promises(Outcome.Finding finding) {
        return isAboutPagesOfHeap(finding) && !finding.actions().isEmpty();
    }

    /** Returns the accepted findings, and one more. */
    private List<Outcome.Finding> with(Optional<Outcome.Finding> finding) {
        return ordered.stream()
                .filter(one -> accepted.contains(one) || finding.equals(Optional.of(one)))
                .toList();
    }

    private List<OmittedFinding> omitted() {
        return objections.entrySet().stream()
                .map(entry ->
                        new OmittedFinding(entry.getKey().rule(), entry.getKey().subject(), entry.getValue()))
                .toList();
    }
}
