package io.github.hpjvm.cli.text;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.wording.Wording;
import io.github.hpjvm.advisor.text.Visible;

/** An action as a command to type or as a sentence. */
final class ActionText {
    private ActionText() {}

    /** The action in one line. A command is quoted for the shell, whatever the name of a control group is. */
    static String of(Action action) {
        return Visible.line(text(action));
    }

    /** Whether the text is a command that changes a setting of the kernel, which a reboot resets. */
    static boolean isCommand(Action action) {
        return action instanceof Action.Sysctl
                || action instanceof Action.KernelFile
                || action instanceof Action.CgroupFile;
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
            return "add to the kernel's command line and reboot: " + argument.arg();
        }
        if (action instanceof Action.ChangeJdk jdk) {
            return "start the JVM with JDK " + String.join(" or ", jdk.acceptable());
        }
        if (action instanceof Action.JvmFlag flag) {
            return flag.add().isEmpty()
                    ? "start the JVM without " + String.join(" ", flag.remove())
                    : "start the JVM with " + String.join(" ", flag.add())
                            + (flag.remove().isEmpty() ? "" : ", without " + String.join(" ", flag.remove()));
        }
        return "restart the JVM";
    }
}
