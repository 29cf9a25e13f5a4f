package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.emit.NodeSettings.PoolSize;
import java.util.Locale;

/** The kinds of Kubernetes nodes, by the way in which their settings are changed. */
public enum NodeKind {
    /** Any node that runs privileged pods: a DaemonSet prepares it. */
    DAEMONSET,
    /** Nodes that the user administers. */
    SELF,
    GKE,
    AKS,
    /** Nodes of EKS that run Bottlerocket. */
    EKS,
    OPENSHIFT,
    TALOS;

    /** The pool sizes that GKE has, as a sentence (google.container.v1.LinuxNodeConfig.HugepagesConfig). */
    static final String SIZES_OF_GKE =
            "GKE has pools of 2Mi and 1Gi only (linuxConfig.hugepageConfig), so the JVM has base pages instead.";

    private static final long TWO_MIB = 2 << 20;

    /** Returns whether its settings give the whole size of a pool; a DaemonSet only raises pools. */
    boolean setsWholePool() {
        return this != DAEMONSET && this != AKS;
    }

    /** Returns whether such a node can have a pool of that page size. */
    boolean hasPool(long pageSize) {
        return this != GKE || pageSize == TWO_MIB || pageSize == PoolSize.ONE_GIB;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
