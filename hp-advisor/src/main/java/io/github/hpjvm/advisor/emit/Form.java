package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.advice.Advice;
import java.util.List;
import java.util.Locale;

/** The forms in which a plan can be written. */
public enum Form {
    JVM(new JvmForm()),
    SHELL(new ShellForm()),
    SYSCTL(new SysctlForm()),
    TUNED(new TunedForm()),
    SYSTEMD(new SystemdForm()),
    TMPFILES(new TmpfilesForm()),
    CMDLINE(new CmdlineForm()),
    K8S(new K8sForm()),
    ANSIBLE(new AnsibleForm()),
    CLOUD_INIT(new CloudInitForm()),
    COMPOSE(new ComposeForm()),
    QUADLET(new QuadletForm());

    private final Emitter emitter;

    Form(Emitter emitter) {
        this.emitter = emitter;
    }

    /** The files of this form, at least one. The same advice gives the same files, byte for byte. */
    public List<ConfigFile> files(Advice advice) {
        return files(advice, EmitTarget.NONE);
    }

    /** The files of this form with names of the deployment. */
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        return emitter.files(advice, target);
    }

    /**
     * Names the option that this form lacks for the plan, in a sentence without a full stop: the name of the service or of
     * the container. Empty if it lacks none.
     */
    public String lacks(Advice advice, EmitTarget target) {
        return emitter.lacks(advice, target);
    }

    /** Returns whether this form expresses the action as configuration, not only in a comment. */
    boolean expresses(Action action) {
        return emitter.expresses(action);
    }

    /** The name on the command line: {@code cloud-init}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
