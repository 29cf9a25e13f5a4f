package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugetlbUse;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.SharedMemoryRight;
import io.github.hpjvm.advisor.facts.ThpExclusion;
import io.github.hpjvm.advisor.facts.VmIdentity;
import io.github.hpjvm.advisor.term.RegionName;
import java.util.Map;
import java.util.Optional;

/** A launch with the same arguments as a running JVM, on the host as it is now. */
public final class Relaunch {

    private Relaunch() {}

    /** Returns the launch; empty if the VM is not known, or not all of its arguments. */
    public static Optional<Launch> of(Jvm jvm, Host host) {
        Optional<VmIdentity> vm = jvm.identity().known().filter(VmIdentity::isHotSpot);
        Optional<Arguments> arguments = jvm.arguments().known().filter(Arguments::complete);
        if (vm.isEmpty() || arguments.isEmpty()) {
            return Optional.empty();
        }
        Optional<ProcStatus> status = jvm.status().known();
        Optional<Long> group = host.vm().known().flatMap(SharedMemoryRight::group);
        return Optional.of(new Launch(
                vm.get(),
                arguments.get(),
                Map.of(),
                jvm.flags().known().orElse(Map.of()),
                GroupOnceEnded.of(jvm, host),
                ThpExclusion.of(jvm, host.thp().known()),
                jvm.sysfs().flatMap(Fact::known),
                status.flatMap(
                        it -> SharedMemoryRight.of(it, group, host.kernel().known())),
                status.flatMap(ProcStatus::allowedProcessors),
                status.flatMap(ProcStatus::allowedNodes),
                HeldPages.of(jvm, host),
                jvm.hugetlb().map(HugetlbUse::untouched).orElse(Map.of()),
                archive(jvm)));
    }

    /** Returns why {@link Launch#held} may lack pages of pools that the JVM holds, as a clause; empty if it has all. */
    public static Optional<String> unknownPages(Jvm jvm, Host host) {
        return HeldPages.unknown(jvm, host);
    }

    /** Returns true if it has mapped an archive; a JVM without one may have an option against it. */
    private static Optional<Boolean> archive(Jvm jvm) {
        return jvm.region(RegionName.CDS)
                .location()
                .known()
                .filter(ranges -> !ranges.isEmpty())
                .map(ranges -> true);
    }
}
