package io.github.hpjvm.advisor.plan;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.CgroupFile;
import io.github.hpjvm.advisor.action.RestartJvm;
import io.github.hpjvm.advisor.facts.GroupLimit;
import io.github.hpjvm.advisor.facts.Host;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.hotspot.Launch;
import io.github.hpjvm.advisor.hotspot.PageModel;
import io.github.hpjvm.advisor.size.Found;
import io.github.hpjvm.advisor.size.JvmTenant;
import io.github.hpjvm.advisor.size.PoolSize;
import io.github.hpjvm.advisor.size.PoolSizes;
import io.github.hpjvm.advisor.size.Tenant;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.whatif.WhatIf;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The need of a JVM for pages of pools, judged as plans are: by the page model and by all rules, in the state in which the pools
 * have these pages, control groups allow them, and the flags request them. Other tenants do not count for the judgement:
 * {@link PoolSizes} adds up the memory of all.
 */
public final class JudgedTenant {
    private JudgedTenant() {}

    /** The tenant for a running JVM that will restart. */
    public static Tenant of(Jvm jvm, Host host) {
        return judged(JvmTenant.of(jvm, host), WhatIf.of(jvm, host.forAdvice()));
    }

    /** The tenant for a running JVM that will restart with the arguments that it has. */
    public static Tenant asStarted(Jvm jvm, Host host) {
        return judged(JvmTenant.asStarted(jvm, host), WhatIf.of(jvm, host.forAdvice()));
    }

    /** The tenant for a JVM that is not started yet. */
    public static Tenant of(Launch launch, Host host) {
        // The collector and the heap that it will choose decide which pages it can have.
        Launch chosen = launch.withVm(PageModel.predict(launch, host).vm());
        return judged(JvmTenant.of(launch, host), Optional.of(WhatIf.of(chosen, host.forAdvice())));
    }

    private static Tenant judged(Tenant tenant, Optional<WhatIf> whatIf) {
        return whatIf.filter(it -> tenant.isKnown() && !tenant.isIdle())
                .flatMap(it -> objection(tenant, it))
                .map(tenant::withObjection)
                .orElse(tenant);
    }

    private static Optional<String> objection(Tenant tenant, WhatIf whatIf) {
        PoolSizes sizes = PoolSizes.of(List.of(tenant), 0, false, whatIf.host());
        boolean undecided =
                sizes.pools().stream().anyMatch(size -> size.isRefused() || size.found() == Found.NOT_KNOWN);
        return undecided ? Optional.empty() : new Consequences(whatIf).objection(actions(tenant, sizes, whatIf), true);
    }

    private static List<Action> actions(Tenant tenant, PoolSizes sizes, WhatIf whatIf) {
        List<Action> actions = new ArrayList<>();
        Bytes need = Bytes.ZERO;
        for (PoolSize size : sizes.pools()) {
            need = need.plus(size.pool().pageSize().times(size.need()));
            actions.addAll(PoolAlternative.actions(size));
        }
        for (GroupLimit limit : tenant.limits()) {
            actions.add(new CgroupFile(
                    limit.file(),
                    String.valueOf(limit.limit().plus(need).value()),
                    String.valueOf(limit.limit().value())));
        }
        actions.add(JvmTenant.requesting(whatIf.launch(), whatIf.host())
                .<Action>map(flags -> flags)
                .orElseGet(RestartJvm::new));
        return actions;
    }
}
