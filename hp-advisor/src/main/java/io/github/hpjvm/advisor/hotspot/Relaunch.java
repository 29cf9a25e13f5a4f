package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.Map;
import java.util.Optional;

/** A JVM that runs, as one that is started anew with the same arguments on the host as it is now. */
public final class Relaunch {

    private static final long ROOT = 0;

    private Relaunch() {}

    /** Empty if it is not known which VM it is, or not all of its arguments. */
    public static Optional<Launch> of(Jvm jvm) {
        Optional<VmIdentity> vm = jvm.identity().known().filter(VmIdentity::isHotSpot);
        Optional<Arguments> arguments = jvm.arguments().known().filter(Arguments::complete);
        if (vm.isEmpty() || arguments.isEmpty()) {
            return Optional.empty();
        }
        Optional<ProcStatus> status = jvm.status().known();
        boolean root = status.filter(it -> it.uid().orElse(-1) == ROOT).isPresent();
        return Optional.of(new Launch(
                vm.get(),
                arguments.get(),
                Map.of(),
                jvm.flags().known().orElse(Map.of()),
                jvm.cgroup(),
                status.flatMap(ProcStatus::thpEnabled).map(enabled -> !enabled),
                root ? Optional.of(true) : Optional.empty(),
                HeldPages.of(jvm)));
    }
}
