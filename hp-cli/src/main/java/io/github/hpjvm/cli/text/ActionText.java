package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.os.text.Visible;

/** An action as a command to type or as a sentence. */
final class ActionText {
    private ActionText() {}

    /** The action in one line. A command is quoted for the shell, whatever the name of a control group is. */
    static String of(Action action) {
        return Visible.line(action.command());
    }

    /** Returns whether the text is a command that changes a setting of the kernel, which a reboot resets. */
    static boolean isCommand(Action action) {
        return action.setting().isPresent();
    }
}
