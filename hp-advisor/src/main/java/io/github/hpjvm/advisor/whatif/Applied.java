package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.Launch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A JVM that is to be started, and its host, once some things were changed: what the kernel makes of a value that is
 * written, without writing it. What no fact tells of, as a variable of the environment, changes nothing here.
 *
 * @param launch the JVM, told what it would be told
 * @param host the host as it would be
 */
public record Applied(Launch launch, Host host) {

    /** After all these actions, in their order. Doing them twice is the same as doing them once. */
    public static Applied of(List<Action> actions, Launch launch, Host host) {
        Applied applied = new Applied(launch, host);
        for (Action action : actions) {
            applied = applied.with(action);
        }
        return applied;
    }

    private Applied with(Action action) {
        if (action instanceof Action.JvmFlag flags) {
            return new Applied(AppliedFlags.to(launch, flags), host);
        }
        if (action instanceof Action.Sysctl sysctl) {
            return new Applied(launch, AppliedHost.sysctl(host, sysctl.key(), sysctl.value()));
        }
        if (action instanceof Action.KernelFile file) {
            return new Applied(launch, AppliedHost.file(host, file.path().toString(), file.value()));
        }
        if (action instanceof Action.KernelArgument argument) {
            return new Applied(launch, AppliedHost.argument(host, argument.arg()));
        }
        if (action instanceof Action.CgroupFile file) {
            return new Applied(AppliedLimit.to(launch, file), host);
        }
        return action instanceof Action.ChangeJdk jdk ? new Applied(onRelease(jdk), host) : this;
    }

    /** Of another release nothing is known but its number: it is taken for what that release is everywhere. */
    private Launch onRelease(Action.ChangeJdk jdk) {
        String release = jdk.acceptable().get(0);
        VmIdentity now = launch.vm();
        Optional<JavaVersion> version =
                release.matches("[0-9][0-9._]{0,20}") ? Optional.of(JavaVersion.parse(release)) : Optional.empty();
        VmIdentity vm = new VmIdentity(now.vm(), version, release, now.vendor(), now.gc(), now.maxHeap());
        return launch.withVm(vm).withDefaults(Map.of()).withFinals(Map.of());
    }
}
