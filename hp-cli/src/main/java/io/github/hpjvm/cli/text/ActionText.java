package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.text.Visible;

/** Actions as commands to type, or as steps to do by hand. */
final class ActionText {
    private ActionText() {}

    /** One line. A command can be pasted into a shell, whatever the name of the control group is. */
    static String of(Action action) {
        return Visible.line(action.command());
    }
}
