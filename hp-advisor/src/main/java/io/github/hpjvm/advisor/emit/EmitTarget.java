package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names of the deployment, which the facts of a JVM may not have.
 *
 * @param service the service of systemd; empty for the one of the control group
 * @param container name of the container in a pod, of the service of a compose file, or of the unit of a quadlet; empty if
 *     it was not given
 * @param node kind of the nodes that run the pod
 * @param pools the memory that the JVM takes of the pool of each page size after the changes, if all is granted; empty if it
 *     takes none, or if the need is not known
 * @param hostPools the number of pages that the pool of each size needs on this host: all that it has, and no less than
 *     those of other processes and of the JVM
 * @param pmdSize the size of a transparent huge page of the host
 * @param poolsNow the present pools of the host
 * @param heirHeap the smallest maximum heap of the other JVMs that take the variable of the JVM; empty if none is known
 * @param whyAlone why a variable must not request pages of a pool, as a clause about another JVM that takes it as well; empty if
 *     it may
 */
public record EmitTarget(
        Optional<ServiceUnit> service,
        Optional<String> container,
        NodeKind node,
        Map<Bytes, Bytes> pools,
        Map<Bytes, Long> hostPools,
        Bytes pmdSize,
        PoolsOfHost poolsNow,
        Optional<Bytes> heirHeap,
        Optional<String> whyAlone) {
    private static final Bytes USUAL_PMD = Bytes.ofMiB(2);

    /**
     * A name of a service in a compose file (compose-spec, {@code ^[a-zA-Z0-9._-]+$}) that is also a name of a unit. A
     * container in Kubernetes has a narrower name (kubernetes.io, "Object Names and IDs").
     */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

    private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** No names. */
    public static final EmitTarget NONE = new EmitTarget(Optional.empty(), Optional.empty(), NodeKind.DAEMONSET);

    /** @throws IllegalArgumentException if no form could have this name of a container */
    public EmitTarget {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(pmdSize, "pmdSize");
        Objects.requireNonNull(poolsNow, "poolsNow");
        Objects.requireNonNull(heirHeap, "heirHeap");
        Objects.requireNonNull(whyAlone, "whyAlone");
        pools = Collections.unmodifiableMap(new TreeMap<>(pools));
        hostPools = Map.copyOf(hostPools);
        if (container.filter(name -> !NAME.matcher(name).matches()).isPresent()) {
            throw new IllegalArgumentException("not a name of a container");
        }
    }

    /**
     * A target without a known need of pages, on a host with the usual size of transparent huge pages.
     *
     * @throws IllegalArgumentException if no form could have this name of a container
     */
    public EmitTarget(Optional<ServiceUnit> service, Optional<String> container, NodeKind node) {
        this(
                service,
                container,
                node,
                Map.of(),
                Map.of(),
                USUAL_PMD,
                PoolsOfHost.UNKNOWN,
                Optional.empty(),
                Optional.empty());
    }

    /** The same target for a JVM with this need. */
    public EmitTarget withPools(Map<Bytes, Bytes> other) {
        return new EmitTarget(service, container, node, other, hostPools, pmdSize, poolsNow, heirHeap, whyAlone);
    }

    /** The same target on a host whose pools need these numbers of pages. */
    public EmitTarget withHostPools(Map<Bytes, Long> other) {
        return new EmitTarget(service, container, node, pools, other, pmdSize, poolsNow, heirHeap, whyAlone);
    }

    /** The same target on a host with transparent huge pages of this size. */
    public EmitTarget withPmdSize(Bytes other) {
        return new EmitTarget(service, container, node, pools, hostPools, other, poolsNow, heirHeap, whyAlone);
    }

    /** The same target on a host with these pools. */
    public EmitTarget withPoolsNow(PoolsOfHost other) {
        return new EmitTarget(service, container, node, pools, hostPools, pmdSize, other, heirHeap, whyAlone);
    }

    /** The same target beside other JVMs, of which this is the smallest maximum heap. */
    public EmitTarget withHeirHeap(Optional<Bytes> other) {
        return new EmitTarget(service, container, node, pools, hostPools, pmdSize, poolsNow, other, whyAlone);
    }

    /** The same target where a variable must not request pages of a pool for this reason. */
    public EmitTarget withWhyAlone(Optional<String> other) {
        return new EmitTarget(service, container, node, pools, hostPools, pmdSize, poolsNow, heirHeap, other);
    }

    /** Returns whether Kubernetes accepts the name of the container. */
    boolean hasDnsLabel() {
        return container.filter(name -> !DNS_LABEL.matcher(name).matches()).isEmpty();
    }
}
