package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Scope;
import io.github.hpjvm.advisor.action.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Comments on the settings of a cluster's nodes, and on examining a pod from a debug container. */
final class K8sNode {
    private static final long TWO_MIB = 2 << 20;

    private K8sNode() {}

    static void say(Comments comments, List<Action> actions, boolean huge) {
        List<Action> ofNode = new ArrayList<>();
        for (Action action : actions) {
            if (isWrittenByKubelet(action)) {
                comments.say("Not here: " + action.description() + ": the kubelet writes it from hugepages-2Mi.");
            } else if (action.scope() == Scope.HOST) {
                ofNode.add(action);
            }
        }
        if (!ofNode.isEmpty()) {
            comments.blank().say("On each node that may run the pod:");
            ofNode.forEach(action -> comments.type(action.description()));
            sayNodes(comments, pages(ofNode), mode(ofNode));
        }
        if (huge) {
            comments.say("The kubelet counts the pool when it starts. After a change, on the node:")
                    .type("sudo systemctl restart kubelet")
                    .say("Check:")
                    .type("kubectl describe node NODE | grep hugepages-2Mi");
        }
        sayDebug(comments);
    }

    /** A file of the container's control group. */
    private static boolean isWrittenByKubelet(Action action) {
        return action.setting()
                .filter(setting -> setting.store() == Setting.Store.CGROUP)
                .isPresent();
    }

    private static void sayNodes(Comments comments, Optional<String> pages, Optional<String> mode) {
        comments.say(
                "Nodes that you administer: run the script of hp-cli emit --for shell there as root (in a container /sys"
                        + " is read-only). For settings that survive a reboot use --for tuned, sysctl or cmdline.");
        mode.ifPresent(text -> comments.say("AKS, in the file of az aks nodepool add --linux-os-config:")
                .type("{\"transparentHugePageEnabled\": \"" + text + "\"}"));
        pages.ifPresent(
                text -> comments.say(
                        "AKS has no setting for hugetlb pools in the file of --linux-os-config: run the script in a privileged DaemonSet."));
        if (pages.isPresent() || mode.isPresent()) {
            comments.say("GKE, in the file of gcloud container node-pools update --system-config-from-file:")
                    .type("linuxConfig:");
            pages.ifPresent(text -> comments.type("  hugepageConfig:").type("    hugepage_size2m: " + text));
            mode.ifPresent(text -> comments.type(
                    "  transparentHugepageEnabled: TRANSPARENT_HUGEPAGE_ENABLED_" + text.toUpperCase(Locale.ROOT)));
        }
    }

    /** The number of 2 MiB pages that the first of these actions sets; empty if none does. */
    private static Optional<String> pages(List<Action> actions) {
        return actions.stream()
                .flatMap(action -> action.setting().stream())
                .filter(setting -> setting.pool()
                        .filter(pool -> pool.pageBytes() == TWO_MIB)
                        .isPresent())
                .map(Setting::value)
                .findFirst();
    }

    private static Optional<String> mode(List<Action> actions) {
        return actions.stream()
                .flatMap(action -> action.setting().stream())
                .flatMap(setting -> setting.thpMode().stream())
                .findFirst();
    }

    private static void sayDebug(Comments comments) {
        comments.blank()
                .say("To examine the JVM from a debug container; IMAGE has hp-cli and Java 17:")
                .type("kubectl debug -it POD --image=IMAGE --target=app --profile=general -- hp-cli advise --pid 1")
                .say(
                        "smaps, maps and the environment of another user's process need CAP_SYS_PTRACE, which --profile=general"
                                + " grants. Attaching to the JVM needs its user ID, or CAP_SETUID, CAP_SETGID and CAP_KILL:"
                                + " --profile=sysadmin grants them, --no-attach avoids them. THP policy and pools of the node need"
                                + " no capability.");
    }
}
