package io.github.hpjvm.advisor.emit;

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

    /** Returns whether its settings give the whole size of a pool; a DaemonSet only raises pools. */
    boolean setsWholePool() {
        return this != DAEMONSET && this != AKS;
    }

    /** The name on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
