package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import java.util.List;

/** Comments on the actions that a form cannot express: each names the forms that can, or the step to do by hand. */
final class OtherForms implements Action.Visitor<String> {
    private static final OtherForms SENTENCES = new OtherForms();

    private OtherForms() {}

    /** Adds one comment for each action. */
    static void say(Comments comments, List<Action> actions) {
        for (Action action : actions) {
            comments.say(action.accept(SENTENCES));
        }
    }

    private static String see(Action action, String forms) {
        return "Not here: " + action.description() + ": see hp-cli emit --for " + forms + ".";
    }

    @Override
    public String visit(Action.JvmFlag flags) {
        return see(flags, "jvm, systemd or k8s");
    }

    @Override
    public String visit(Action.Environment variable) {
        return see(variable, "jvm, systemd or k8s");
    }

    @Override
    public String visit(Action.ChangeJdk jdk) {
        return "Not here: " + jdk.description() + ": install that JDK; no configuration file selects it.";
    }

    @Override
    public String visit(Action.Sysctl sysctl) {
        return see(sysctl, "sysctl, shell or tuned");
    }

    @Override
    public String visit(Action.KernelFile file) {
        return see(file, "shell, tuned or systemd");
    }

    @Override
    public String visit(Action.CgroupFile file) {
        return see(file, "shell; in Kubernetes --for k8s");
    }

    @Override
    public String visit(Action.KernelArgument argument) {
        return see(argument, "cmdline");
    }

    @Override
    public String visit(Action.PodResource resource) {
        return see(resource, "k8s");
    }

    @Override
    public String visit(Action.RestartJvm restart) {
        return "Afterwards restart the JVM.";
    }
}
