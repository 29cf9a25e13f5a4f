package io.github.hpjvm.advisor.watch;

import io.github.hpjvm.advisor.facts.HostIdentity;
import io.github.hpjvm.advisor.facts.PoolReadings;
import java.util.Objects;

/**
 * The pools of a host while {@code hp-cli watch} ran.
 *
 * @param host the host
 * @param pools its pools
 */
public record Recording(HostIdentity host, PoolReadings pools) {

    public Recording {
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(pools, "pools");
    }
}
