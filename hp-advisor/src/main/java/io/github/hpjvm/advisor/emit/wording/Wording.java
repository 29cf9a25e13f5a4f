package io.github.hpjvm.advisor.emit.wording;

import io.github.hpjvm.advisor.action.Action;
import java.util.List;

/** Actions in words, and the forms that can say what another cannot. */
public final class Wording {
    private Wording() {}

    /** What is to be done, without a full stop. */
    public static String of(Action action) {
        if (action instanceof Action.Sysctl sysctl) {
            return sysctl.key() + " = " + sysctl.value() + " (was " + sysctl.was() + ")";
        }
        if (action instanceof Action.KernelFile file) {
            return file.value() + " into " + file.path() + " (was " + file.was() + ")";
        }
        if (action instanceof Action.CgroupFile file) {
            return file.value() + " into " + file.file() + " (was " + file.was() + ")";
        }
        if (action instanceof Action.KernelArgument argument) {
            return "kernel argument " + argument.arg();
        }
        if (action instanceof Action.PodResource resource) {
            return "the container's resource " + resource.name() + " = " + resource.value();
        }
        if (action instanceof Action.Environment variable) {
            return "start the JVM with " + variable.name() + "=" + variable.value();
        }
        if (action instanceof Action.ChangeJdk jdk) {
            return "run it on Java " + String.join(" or ", jdk.acceptable());
        }
        if (action instanceof Action.JvmFlag flag) {
            return flags(flag.add(), flag.remove());
        }
        return "restart the JVM";
    }

    /** A word that a shell takes as this text, whatever is in it: see {@link ShellQuote#word}. */
    public static String word(String text) {
        return ShellQuote.word(text);
    }

    static String flags(List<String> add, List<String> remove) {
        if (add.isEmpty()) {
            return "start the JVM without " + ShellQuote.words(remove);
        }
        return "start the JVM with " + ShellQuote.words(add)
                + (remove.isEmpty() ? "" : " and without " + ShellQuote.words(remove));
    }

    /** Says of each action that a form cannot express where it can be had, or what is left to do by hand. */
    public static void elsewhere(Comments comments, List<Action> actions) {
        for (Action action : actions) {
            if (action instanceof Action.RestartJvm) {
                comments.say("Afterwards restart the JVM.");
            } else {
                comments.say("Not here: " + of(action) + ": see " + forms(action) + ".");
            }
        }
    }

    private static String forms(Action action) {
        if (action instanceof Action.Sysctl) {
            return "hp-cli emit --for sysctl, shell or tuned";
        }
        if (action instanceof Action.KernelFile) {
            return "hp-cli emit --for shell, tuned or systemd";
        }
        if (action instanceof Action.CgroupFile) {
            return "hp-cli emit --for shell; in Kubernetes --for k8s";
        }
        if (action instanceof Action.KernelArgument) {
            return "hp-cli emit --for cmdline";
        }
        if (action instanceof Action.PodResource) {
            return "hp-cli emit --for k8s";
        }
        return action instanceof Action.ChangeJdk
                ? "the packages of this machine; no configuration does that"
                : "hp-cli emit --for jvm, systemd or k8s";
    }
}
