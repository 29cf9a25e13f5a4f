package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.ArrayList;
import java.util.List;

/** Comments on the actions that a form does not express: each names the forms that do, or the step to do by hand. */
final class OtherForms {
    private OtherForms() {}

    /** Adds one comment for each action that the form lacks, and for each pool that no action sets at boot. */
    static void say(Comments comments, Emitter form, Advice advice, EmitTarget target) {
        say(comments, form.others(advice));
        PoolsAfterReboot.say(comments, target, advice);
    }

    /** Adds one comment for each action. */
    static void say(Comments comments, List<Action> actions) {
        for (Action action : actions) {
            comments.say(
                    action.phase() == Phase.RESTART
                            ? "Afterwards restart the JVM."
                            : "Not here: " + action.description() + ": " + where(action) + ".");
        }
    }

    private static String where(Action action) {
        List<String> forms = new ArrayList<>();
        for (Form form : Form.values()) {
            if (form.expresses(action)) {
                forms.add(form.toString());
            }
        }
        if (forms.isEmpty()) {
            return "do this by hand, no form of hp-cli emit expresses it";
        }
        String last = forms.remove(forms.size() - 1);
        return "see hp-cli emit --for " + (forms.isEmpty() ? "" : String.join(", ", forms) + " or ") + last;
    }
}
