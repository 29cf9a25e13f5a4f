package io.github.hpjvm.advisor.emit;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Names of the deployment, which the facts of a JVM do not have.
 *
 * @param container name of the container in a pod, of the service of a compose file, or of the unit of a quadlet
 * @param node kind of the nodes that run the pod
 */
public record EmitTarget(String container, NodeKind node) {
    /** A name of a container in Kubernetes: a DNS label (kubernetes.io, "Object Names and IDs"). */
    private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

    /** The names to replace by one's own. */
    public static final EmitTarget DEFAULT = new EmitTarget("app", NodeKind.DAEMONSET);

    /** @throws IllegalArgumentException if the name is not a DNS label */
    public EmitTarget {
        if (!NAME.matcher(container).matches()) {
            throw new IllegalArgumentException("not a name of a container");
        }
        Objects.requireNonNull(node, "node");
    }
}
