package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Setting;
import io.github.hpjvm.advisor.emit.NodeSettings.PoolSize;
import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes the settings of nodes in the form that one kind of node reads: YAML, or JSON, which is YAML as well. */
final class K8sNode {
    private static final String RESTART = "The kubelet counts a pool when it starts. ";
    /** The label that {@link NodeDaemonSet} selects. */
    private static final String LABEL_NODE = "kubectl label node NODE hp-jvm=prepare";

    private static final String WAIT =
            "kubectl -n kube-system wait --for=condition=Ready pod -l app.kubernetes.io/name=hp-jvm-node"
                    + " --field-selector spec.nodeName=NODE --timeout=10m";

    private static final String UNDO =
            "kubectl -n kube-system exec $(kubectl -n kube-system get pods -l app.kubernetes.io/name=hp-jvm-node"
                    + " --field-selector spec.nodeName=NODE -o name) -- /bin/sh /hp-jvm/prepare.sh undo";

    private static final String TUNED_NAME = "hp-jvm-node";

    private final NodeSettings settings;
    private final Bytes defaultSize;
    private final Comments comments;
    private final List<Setting> omitted = new ArrayList<>();

    private K8sNode(NodeSettings settings, Bytes defaultSize, Comments comments) {
        this.settings = settings;
        this.defaultSize = defaultSize;
        this.comments = comments;
    }

    /**
     * The file for nodes of that kind; its comments say how to apply and to undo it.
     *
     * @param defaultSize the page size that {@code vm.nr_hugepages} sets on the nodes
     */
    static ConfigFile file(NodeKind kind, NodeSettings settings, Bytes defaultSize, Comments comments) {
        K8sNode node = new K8sNode(settings, defaultSize, comments);
        List<String> lines = switch (kind) {
            case DAEMONSET -> node.daemonSet();
            case SELF -> node.self();
            case GKE -> node.gke();
            case AKS -> node.aks();
            case EKS -> node.eks();
            case OPENSHIFT -> node.openshift();
            case TALOS -> node.talos();
        };
        if (!lines.isEmpty()) {
            node.sayCheck();
        }
        return new ConfigFile("hp-jvm-node.yaml", "", Text.of(comments, lines));
    }

    /** Names the commands that show the pools and the first THP file that this kind of node sets. */
    private void sayCheck() {
        comments.say("Check:");
        if (!settings.pools().isEmpty()) {
            comments.type("kubectl describe node NODE | grep hugepages");
        }
        settings.files().stream()
                .filter(file -> !omitted.contains(file))
                .findFirst()
                .ifPresent(file -> comments.type("kubectl exec POD -- cat " + file.file()));
    }

    private List<String> daemonSet() {
        comments.say(
                "In a container /sys is read-only, except in a privileged one. A privileged pod raises the pools and sets the THP modes of each node with the label hp-jvm=prepare. It"
                        + " saves the old values in /run/hp-jvm-node.");
        useDaemonSet();
        comments.say(
                "GKE, AKS, EKS, OpenShift and Talos have settings of their own, which are set before the kubelet starts:"
                        + " hp-cli emit --node gke|aks|eks|openshift|talos.");
        notHere(List.of());
        return NodeDaemonSet.lines(settings);
    }

    /** Says how to apply and to undo the DaemonSet. Only pools make it restart the kubelet. */
    private void useDaemonSet() {
        boolean pools = !settings.pools().isEmpty();
        if (pools) {
            comments.say(RESTART
                            + "The pod restarts it after a change, unless RESTART_KUBELET is no. The kubelet then ends"
                            + " running pods that do not fit beside the larger pool, so drain the node first:")
                    .type("kubectl drain NODE --ignore-daemonsets --delete-emptydir-data");
        }
        comments.type(LABEL_NODE).type("kubectl apply -f hp-jvm-node.yaml");
        if (pools) {
            comments.say(
                            "The pod is ready once the node has all pages and the kubelet has restarted. If kubectl finds no pod"
                                    + " yet, repeat the command:")
                    .type(WAIT)
                    .type("kubectl uncordon NODE");
        }
        comments.say("The values stay when the pod ends. A changed file takes effect when you delete the pod"
                        + (pools ? " of a drained node." : "."))
                .say(pools ? "Undo, on a drained node:" : "Undo:")
                .type(UNDO)
                .type("kubectl label node NODE hp-jvm-")
                .say("When no node has the label:")
                .type("kubectl delete -f hp-jvm-node.yaml");
        if (pools) {
            comments.say(
                    "A reboot empties the pools until the pod runs again. hp-cli emit --for cmdline reserves them at boot.");
        }
    }

    private List<String> self() {
        comments.say("Nodes that you administer: run the files of these forms on each node as root, with the same JVM:")
                .type("hp-cli emit --for shell ...                            until the next boot")
                .type("hp-cli emit --for sysctl|tuned|systemd|tmpfiles ...    at each boot")
                .type("hp-cli emit --for cmdline ...                          at boot, before memory is fragmented");
        if (!settings.pools().isEmpty()) {
            comments.say(RESTART + "After a change, on the node:").type("sudo systemctl restart kubelet");
        }
        List<String> lines = new ArrayList<>(List.of("# The settings of the node:"));
        settings.pools().forEach((size, pages) -> lines.add("#   " + PoolSize.file(size) + " = " + pages));
        settings.files().forEach(file -> lines.add("#   " + file.file() + " = " + file.value()));
        settings.others()
                .forEach(action ->
                        lines.addAll(new Comments().type(action.description()).lines()));
        return lines;
    }

    /** cloud.google.com/kubernetes-engine/docs/how-to/node-system-config. */
    private List<String> gke() {
        List<String> lines = new ArrayList<>(List.of("linuxConfig:"));
        List<String> pools = new ArrayList<>();
        settings.pools().forEach((size, pages) -> {
            if (NodeKind.GKE.hasPool(size)) {
                pools.add("    hugepage_size" + PoolSize.ofKernel(size).toLowerCase(Locale.ROOT) + ": " + pages);
            } else {
                comments.say("Not here: " + pages + " pages of " + PoolSize.ofKubernetes(size) + ": "
                        + NodeKind.SIZES_OF_GKE);
            }
        });
        if (!pools.isEmpty()) {
            lines.add("  hugepageConfig:");
            lines.addAll(pools);
        }
        settings.thp("enabled")
                .ifPresent(mode -> lines.add(
                        "  transparentHugepageEnabled: TRANSPARENT_HUGEPAGE_ENABLED_" + mode.toUpperCase(Locale.ROOT)));
        settings.thp("defrag")
                .ifPresent(mode -> lines.add("  transparentHugepageDefrag: TRANSPARENT_HUGEPAGE_DEFRAG_"
                        + mode.toUpperCase(Locale.ROOT).replace("+", "_WITH_")));
        if (lines.size() > 1) {
            comments.say("GKE: a new version of the node pool, whose nodes are made anew one by one:")
                    .type("gcloud container node-pools update POOL --cluster=CLUSTER"
                            + " --system-config-from-file=hp-jvm-node.yaml")
                    .say("Undo: the same command with a file that has the old values.");
        }
        notHere(settings.filesWithout("enabled", "defrag"));
        return lines.size() == 1 ? List.of() : lines;
    }

    /** learn.microsoft.com/azure/aks/custom-node-configuration: THP modes, and no pools. */
    private List<String> aks() {
        if (!settings.pools().isEmpty()) {
            comments.say(
                    "AKS has no setting for hugetlb pools (custom node configuration): a DaemonSet prepares the nodes.");
            useDaemonSet();
            notHere(List.of());
            return NodeDaemonSet.lines(settings);
        }
        List<String> keys = new ArrayList<>();
        settings.thp("enabled").ifPresent(mode -> keys.add("\"transparentHugePageEnabled\": \"" + mode + "\""));
        settings.thp("defrag").ifPresent(mode -> keys.add("\"transparentHugePageDefrag\": \"" + mode + "\""));
        if (!keys.isEmpty()) {
            comments.say("AKS sets the THP modes of a new node pool:")
                    .type("az aks nodepool add --resource-group GROUP --cluster-name CLUSTER --name POOL"
                            + " --linux-os-config hp-jvm-node.yaml")
                    .say("Undo: delete the node pool. The file is JSON: remove these comments before you use it.");
        }
        notHere(settings.filesWithout("enabled", "defrag"));
        return keys.isEmpty() ? List.of() : List.of("{" + String.join(", ", keys) + "}");
    }

    /** eksctl's schema (managedNodeGroups[].bottlerocket.settings), and bottlerocket.dev, settings.kernel.sysctl. */
    private List<String> eks() {
        List<String> lines = new ArrayList<>(List.of(
                "apiVersion: eksctl.io/v1alpha5",
                "kind: ClusterConfig",
                "metadata:",
                "  name: CLUSTER",
                "  region: REGION",
                "managedNodeGroups:",
                "  - name: huge-pages",
                "    amiFamily: Bottlerocket",
                "    bottlerocket:",
                "      settings:"));
        lines.add("        kernel:");
        int before = lines.size();
        settings.pools().forEach((size, pages) -> {
            // The sysctl counts pages of the default size.
            if (size == defaultSize.value()) {
                lines.add("          sysctl:");
                lines.add("            vm.nr_hugepages: \"" + pages + "\"");
            }
        });
        settings.thp("enabled").ifPresent(mode -> {
            lines.add("          hugepages:");
            lines.add("            transparent:");
            lines.add("              enabled: \"" + mode + "\"");
        });
        boolean nothing = lines.size() == before;
        if (!nothing) {
            comments.say("EKS with Bottlerocket: a managed node group of eksctl, whose nodes set this at their boot:")
                    .type("eksctl create nodegroup --config-file=hp-jvm-node.yaml")
                    .say("Replace CLUSTER and REGION. Undo: delete the node group.");
        }
        comments.say(
                "settings.kernel.hugepages needs Bottlerocket 1.64 or newer. Its static.\"2Mi\".count reserves pages before the"
                        + " kubelet starts (bottlerocket-os/bottlerocket-core-kit#952). For Amazon Linux use the DaemonSet:"
                        + " hp-cli emit --node daemonset.");
        settings.pools().forEach((size, pages) -> {
            if (size != defaultSize.value()) {
                comments.say("Not here: " + pages + " pages of " + PoolSize.ofKubernetes(size)
                        + ": see settings.kernel.hugepages.static.");
            }
        });
        notHere(settings.filesWithout("enabled"));
        return nothing ? List.of() : lines;
    }

    /** docs.openshift.com, "Configuring huge pages at boot time": the Node Tuning Operator. */
    private List<String> openshift() {
        comments.say(
                        "OpenShift: the Node Tuning Operator sets kernel arguments and reboots the nodes of the machine config"
                                + " pool worker-hp. With a PerformanceProfile put the pages into its spec.hugepages instead.")
                .type("oc label node NODE node-role.kubernetes.io/worker-hp=")
                .type("oc apply -f hp-jvm-node.yaml")
                .say("Undo, the labels first: a pool that still has nodes must not be deleted.")
                .type("oc label node NODE node-role.kubernetes.io/worker-hp-")
                .type("oc wait mcp/worker --for=condition=Updated --timeout=60m")
                .type("oc delete -f hp-jvm-node.yaml");
        notHere(List.of());
        List<String> lines = new ArrayList<>(List.of(
                "apiVersion: tuned.openshift.io/v1",
                "kind: Tuned",
                "metadata:",
                "  name: " + TUNED_NAME,
                "  namespace: openshift-cluster-node-tuning-operator",
                "spec:",
                "  profile:",
                "    - name: " + TUNED_NAME,
                "      data: |",
                "        [main]",
                "        summary=Huge pages for the JVM (hp-jvm)",
                "        include=openshift-node"));
        List<String> arguments = new ArrayList<>();
        settings.pools()
                .forEach((size, pages) ->
                        arguments.add("hugepagesz=" + PoolSize.ofKernel(size) + " hugepages=" + pages));
        if (!arguments.isEmpty()) {
            lines.add("        [bootloader]");
            lines.add("        cmdline_hp_jvm=" + String.join(" ", arguments));
        }
        settings.thp("enabled").ifPresent(mode -> {
            lines.add("        [vm]");
            lines.add("        transparent_hugepages=" + mode);
        });
        List<Setting> sysfs = settings.filesWithout("enabled");
        if (!sysfs.isEmpty()) {
            lines.add("        [sysfs]");
            sysfs.forEach(file -> lines.add("        " + file.file() + "=" + file.value()));
        }
        lines.addAll(List.of(
                "  recommend:",
                "    - machineConfigLabels:",
                "        machineconfiguration.openshift.io/role: \"worker-hp\"",
                "      priority: 20",
                "      profile: " + TUNED_NAME,
                "---",
                "apiVersion: machineconfiguration.openshift.io/v1",
                "kind: MachineConfigPool",
                "metadata:",
                "  name: worker-hp",
                "  labels:",
                "    worker-hp: \"\"",
                "spec:",
                "  machineConfigSelector:",
                "    matchExpressions:",
                "      - key: machineconfiguration.openshift.io/role",
                "        operator: In",
                "        values: [worker, worker-hp]",
                "  nodeSelector:",
                "    matchLabels:",
                "      node-role.kubernetes.io/worker-hp: \"\""));
        return lines;
    }

    /** docs.siderolabs.com, machine configuration: machine.sysfs, set before the kubelet starts. */
    private List<String> talos() {
        List<String> lines = new ArrayList<>(List.of("machine:"));
        List<String> sysfs = new ArrayList<>();
        settings.pools()
                .forEach((size, pages) -> sysfs.add("    " + dotted(PoolSize.file(size)) + ": \"" + pages + "\""));
        settings.files().forEach(file -> sysfs.add("    " + dotted(file.file()) + ": \"" + file.value() + "\""));
        if (!sysfs.isEmpty()) {
            lines.add("  sysfs:");
            lines.addAll(sysfs);
            comments.say("Talos: a patch of the machine configuration. Reboot, so that the kubelet counts the pool:")
                    .type("talosctl --nodes NODE patch machineconfig --patch-file hp-jvm-node.yaml")
                    .type("talosctl --nodes NODE reboot")
                    .say("Undo: remove the keys with talosctl edit machineconfig, and reboot.");
        }
        notHere(List.of());
        return lines.size() == 1 ? List.of() : lines;
    }

    private static String dotted(String file) {
        return file.substring("/sys/".length()).replace('/', '.');
    }

    /** Names what this kind of node has no setting for. */
    private void notHere(List<Setting> files) {
        omitted.addAll(files);
        files.forEach(file -> comments.say("Not here: " + file.description() + ": use --node daemonset for it."));
        settings.others()
                .forEach(action -> comments.say("Not here: " + action.description()
                        + ": do this on the node, with another form of hp-cli emit."));
    }

    /** Comments on examining a pod from a debug container. */
    static void sayDebug(Comments comments) {
        comments.blank()
                .say("To examine the JVM from a debug container; IMAGE has hp-cli and Java 17:")
                .type("kubectl debug -it POD --image=IMAGE --target=app --profile=general -- hp-cli advise --pid 1")
                .say(
                        "smaps, maps and the environment of another user's process need CAP_SYS_PTRACE, which --profile=general"
                                + " grants. hp-cli reads the JVM without attaching. THP modes and pools of the node need no"
                                + " capability.");
    }
}
