package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.wording.Wording;
import io.github.hpjvm.advisor.text.Visible;

/** What to type, or to do. */
final class ActionText {
    private ActionText() {}

    /** One line; a command is one that a shell takes as it stands, whatever a control group is called. */
    static String of(Action action) {
        return Visible.line(text(action));
    }

    private static String text(Action action) {
        if (action instanceof Action.Sysctl sysctl) {
            return "sudo sysctl -w " + sysctl.key() + "=" + sysctl.value();
        }
        if (action instanceof Action.KernelFile file) {
            return "echo " + file.value() + " | sudo tee " + file.path();
        }
        if (action instanceof Action.CgroupFile file) {
            return "echo " + file.value() + " | sudo tee " + Wording.word(file.file());
        }
        if (action instanceof Action.PodResource resource) {
            return "set the container's resource " + resource.name() + " to " + resource.value();
        }
        if (action instanceof Action.Environment variable) {
            return "start the JVM with " + variable.name() + "=" + variable.value() + " in its environment";
        }
        if (action instanceof Action.KernelArgument argument) {
            return "boot the kernel with " + argument.arg();
        }
        if (action instanceof Action.ChangeJdk jdk) {
            return "start the JVM on Java " + String.join(" or ", jdk.acceptable());
        }
        if (action instanceof Action.JvmFlag flag) {
            return flag.add().isEmpty()
                    ? "take out " + String.join(" ", flag.remove())
                    : "start the JVM with " + String.join(" ", flag.add())
                            + (flag.remove().isEmpty() ? "" : ", without " + String.join(" ", flag.remove()));
        }
        return "restart the JVM";
    }
}
