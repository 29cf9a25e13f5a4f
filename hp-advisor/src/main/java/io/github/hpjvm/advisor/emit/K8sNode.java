package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.emit.wording.Comments;
import io.github.hpjvm.advisor.emit.wording.Wording;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the nodes of a cluster need, and how to look at a pod from beside it; all of it as comments. */
final class K8sNode {
    private static final String THP = "/sys/kernel/mm/transparent_hugepage/enabled";
    private static final Pattern POOL_FILE = Pattern.compile("/sys/.*/hugepages-2048kB/nr_hugepages");

    private K8sNode() {}

    /** Whether it is a setting of a node, or comes about by what is said of the pod. */
    static boolean says(Action action) {
        return action instanceof Action.Sysctl
                || action instanceof Action.KernelFile
                || action instanceof Action.KernelArgument
                || action instanceof Action.CgroupFile;
    }

    static void say(Comments comments, List<Action> actions, boolean huge) {
        for (Action action : actions) {
            if (action instanceof Action.CgroupFile file) {
                comments.say("Not here: " + Wording.of(file) + ": the kubelet writes it from hugepages-2Mi.");
            }
        }
        Optional<String> pages = Optional.empty();
        Optional<String> word = Optional.empty();
        boolean node = false;
        for (Action action : actions) {
            if (says(action) && !(action instanceof Action.CgroupFile)) {
                if (!node) {
                    comments.blank().say("On every node that the pod may run on:");
                }
                node = true;
                comments.type(Wording.of(action));
                pages = pages.or(() -> pages(action));
                word = word.or(() -> word(action));
            }
        }
        if (node) {
            sayNodes(comments, pages, word);
        }
        if (huge) {
            comments.say("The kubelet counts the pool when it starts. After a change, on the node:")
                    .type("sudo systemctl restart kubelet")
                    .say("Check:")
                    .type("kubectl describe node NODE | grep hugepages-2Mi");
        }
        sayLook(comments);
    }

    private static void sayNodes(Comments comments, Optional<String> pages, Optional<String> word) {
        comments.say(
                "Nodes of your own: hp-cli emit --for shell, run there as root (in a container /sys is read-only); --for"
                        + " tuned, sysctl or cmdline to make it last.");
        word.ifPresent(text -> comments.say("AKS, in the file of az aks nodepool add --linux-os-config:")
                .type("{\"transparentHugePageEnabled\": \"" + text + "\"}"));
        pages.ifPresent(
                text -> comments.say("AKS has no setting for pools of huge pages in that file: run the script in a"
                        + " privileged DaemonSet."));
        if (pages.isPresent() || word.isPresent()) {
            comments.say("GKE, in the file of gcloud container node-pools update --system-config-from-file:")
                    .type("linuxConfig:");
            pages.ifPresent(text -> comments.type("  hugepageConfig:").type("    hugepage_size2m: " + text));
            word.ifPresent(text -> comments.type(
                    "  transparentHugepageEnabled: TRANSPARENT_HUGEPAGE_ENABLED_" + text.toUpperCase(Locale.ROOT)));
        }
    }

    private static Optional<String> pages(Action action) {
        if (action instanceof Action.Sysctl sysctl && sysctl.key().equals("vm.nr_hugepages")) {
            return Optional.of(sysctl.value());
        }
        return action instanceof Action.KernelFile file
                        && POOL_FILE.matcher(file.path().toString()).matches()
                ? Optional.of(file.value())
                : Optional.empty();
    }

    private static Optional<String> word(Action action) {
        return action instanceof Action.KernelFile file
                        && file.path().toString().equals(THP)
                ? Optional.of(file.value())
                : Optional.empty();
    }

    private static void sayLook(Comments comments) {
        comments.blank()
                .say("To look at it from beside the container; IMAGE has hp-cli and a Java 17:")
                .type("kubectl debug -it POD --image=IMAGE --target=app --profile=general -- hp-cli advise --pid 1")
                .say(
                        "smaps, maps and the environment of another user's process need CAP_SYS_PTRACE, which --profile=general"
                                + " gives. To ask the JVM itself takes its user id, or CAP_SETUID, CAP_SETGID and CAP_KILL;"
                                + " --profile=sysadmin has them all, --no-attach needs none of them. Policy and pools of the node"
                                + " need nothing.");
    }
}
