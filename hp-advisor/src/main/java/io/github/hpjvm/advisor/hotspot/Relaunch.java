package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Backing;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.HugePool;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.facts.PageKind;
import io.github.hpjvm.advisor.facts.ProcStatus;
import io.github.hpjvm.advisor.facts.RegionName;
import io.github.hpjvm.advisor.facts.VmIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A JVM that runs, as one that is started anew with the same arguments on the host as it is now. */
public final class Relaunch {

    private static final long ROOT = 0;

    private Relaunch() {}

    /** Empty if it is not known which VM it is, or not all of its arguments. */
    public static Optional<Launch> of(Jvm jvm, Host host) {
        return of(jvm).map(launch -> withUnlocated(launch, jvm, host));
    }

    /**
     * Tables of some collectors cannot be located. A heap that is wholly on pages of a pool was served after the code
     * cache and before the tables: then all that the JVM needs is taken to be its own, as far as the pool is in use.
     */
    private static Launch withUnlocated(Launch launch, Jvm jvm, Host host) {
        boolean zgc = launch.vm().gc().filter(Collector::isZ).isPresent();
        boolean served = jvm.region(RegionName.HEAP)
                .backing()
                .known()
                .flatMap(Backing::kind)
                .filter(kind -> kind == PageKind.HUGETLB)
                .isPresent();
        if (zgc || !served) {
            return launch;
        }
        Map<Bytes, Long> held = new HashMap<>(launch.held());
        for (PoolForecast pool : PageModel.predict(launch, host).pools()) {
            long inUse = host.pools().known().orElse(List.of()).stream()
                    .filter(one -> one.pageSize().equals(pool.pageSize()))
                    .mapToLong(HugePool::inUseOrPromised)
                    .sum();
            held.merge(pool.pageSize(), Math.min(pool.needGrown().min(), inUse), Math::max);
        }
        return new Launch(
                launch.vm(),
                launch.arguments(),
                launch.defaults(),
                launch.finals(),
                launch.cgroup(),
                launch.thpDisabled(),
                launch.mayUseShm(),
                launch.affinity(),
                held);
    }

    private static Optional<Launch> of(Jvm jvm) {
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
                GroupOnceEnded.of(jvm),
                status.flatMap(ProcStatus::thpEnabled).map(enabled -> !enabled),
                root ? Optional.of(true) : Optional.empty(),
                status.flatMap(ProcStatus::allowedProcessors),
                HeldPages.of(jvm)));
    }
}
