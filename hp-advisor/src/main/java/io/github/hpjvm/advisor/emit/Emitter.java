package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.List;

/** Writes a plan in one form. An action that the form cannot express becomes a comment. */
interface Emitter {

    /** The files, at least one. For an empty plan it is one file with a comment only. */
    List<ConfigFile> files(Advice advice, EmitTarget target);

    /**
     * Names the option that the form lacks for this plan, as a sentence without a full stop; empty if it lacks none. The
     * files then have a comment in place of the changes that need it.
     */
    default String lacks(Advice advice, EmitTarget target) {
        return "";
    }

    /** Returns whether the form expresses the action as configuration, not only in a comment. */
    boolean expresses(Action action);

    /** The actions of a plan that the form does not express. */
    default List<Action> others(Advice advice) {
        return advice.plan().actions().stream()
                .filter(action -> !expresses(action))
                .toList();
    }
}
