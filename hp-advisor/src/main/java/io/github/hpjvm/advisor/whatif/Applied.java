package io.github.hpjvm.advisor.whatif;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.ChangeJdk;
import io.github.hpjvm.advisor.action.ContainerLimit;
import io.github.hpjvm.advisor.action.Environment;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.action.KernelArgument;
import io.github.hpjvm.advisor.action.KernelFile;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.action.Sysctl;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.JavaVersion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.hotspot.Launch;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The start of a JVM and its host after some actions, computed from facts: nothing is written. An action that changes no
 * fact, such as a variable of the environment, has no effect here.
 *
 * @param launch start of the JVM with the changed arguments
 * @param host host with the changed settings
 */
public record Applied(Launch launch, Host host) {

    /** The state after all these actions, in their order. Applying them twice gives the same state. */
    public static Applied of(List<Action> actions, Launch launch, Host host) {
        Applied applied = new Applied(launch, host);
        for (Action action : actions) {
            applied = action.accept(new Next(applied.launch, applied.host));
        }
        return applied;
    }

    /** The next state for each kind of action. */
    private record Next(Launch launch, Host host) implements Action.Visitor<Applied> {

        @Override
        public Applied visit(JvmFlag flags) {
            return new Applied(AppliedFlags.to(launch, flags), host);
        }

        @Override
        public Applied visit(Environment variable) {
            return unchanged();
        }

        @Override
        public Applied visit(ChangeJdk jdk) {
            return new Applied(onRelease(launch, jdk), host);
        }

        @Override
        public Applied visit(Sysctl sysctl) {
            return new Applied(launch, AppliedHost.sysctl(host, sysctl.key(), sysctl.value()));
        }

        @Override
        public Applied visit(KernelFile file) {
            return new Applied(launch, AppliedHost.file(host, file.path().toString(), file.value()));
        }

        @Override
        public Applied visit(CgroupFile file) {
            return new Applied(AppliedLimit.to(launch, file.file(), file.value()), host);
        }

        @Override
        public Applied visit(KernelArgument argument) {
            return new Applied(launch, AppliedHost.argument(host, argument.arg()));
        }

        @Override
        public Applied visit(PodResource resource) {
            return new Applied(AppliedResource.to(launch, resource), host);
        }

        @Override
        public Applied visit(ContainerLimit limit) {
            return new Applied(AppliedLimit.to(launch, limit.file(), limit.value()), host);
        }

        @Override
        public Applied visit(RestartJvm restart) {
            return unchanged();
        }

        /** No fact of a JVM or a host depends on it. */
        private Applied unchanged() {
            return new Applied(launch, host);
        }
    }

    /** The same start on another release. Only its number is known: builds of one release are taken to be alike. */
    private static Launch onRelease(Launch launch, ChangeJdk jdk) {
        String release = jdk.acceptable().get(0);
        VmIdentity now = launch.vm();
        Optional<JavaVersion> version =
                release.matches("[0-9][0-9._]{0,20}") ? Optional.of(JavaVersion.parse(release)) : Optional.empty();
        VmIdentity vm = new VmIdentity(now.vm(), version, release, now.vendor(), now.gc(), now.maxHeap());
        return launch.withVm(vm).withDefaults(Map.of()).withFinals(Map.of());
    }
}
