package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.PodResource;
import io.github.hpjvm.advisor.action.Scope;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.hotspot.KeptCollector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes a strategic-merge patch of a pod template, for {@code kubectl patch --patch-file}, and the settings of its nodes
 * (kubernetes.io, "Manage HugePages"). The request for huge pages equals their limit, memory has a limit of its own, and the
 * node must have the pool before it can run the pod.
 */
final class K8sForm implements Emitter {
    /** Followed by the page size: hugepages-2Mi, hugepages-64Ki (HugePageResourceName in {@code pkg/apis/core/v1/helper}). */
    private static final String HUGE = "hugepages-";

    private static final String PATCH = "hp-jvm-patch.yaml";
    private static final List<String> HEAD = List.of("spec:", "  template:", "    spec:", "      containers:");
    private static final Pattern HEAP_SIZE = Pattern.compile("-Xmx.*|-XX:MaxHeapSize=.*");

    @Override
    public String lacks(Advice advice, EmitTarget target) {
        return target.hasDnsLabel()
                ? ""
                : "Kubernetes has no container of the name "
                        + target.container().orElseThrow() + ": --container expects lower-case letters, digits and -";
    }

    @Override
    public List<ConfigFile> files(Advice advice, EmitTarget target) {
        Comments comments = Head.of(advice, "patch of a pod template");
        List<Action> actions = advice.plan().actions().stream()
                .filter(action -> !lowersPool(action))
                .toList();
        PodMemory memory = PodMemory.of(advice, target);
        boolean starts = !advice.jvm().wasStarted() && !memory.hugetlb().isEmpty();
        if (actions.isEmpty() && !starts) {
            comments.say(Head.nothing(advice));
            return List.of(new ConfigFile(PATCH, "", Text.of(comments, List.of())));
        }
        JvmStart start = JvmStart.of(advice, target);
        Map<String, String> limits = new TreeMap<>();
        actions.forEach(action -> limits.putAll(action.resources()));
        Map<String, String> requests = new TreeMap<>(limits);
        memory.hugetlb().forEach((page, need) -> limits.putIfAbsent(resource(page), quantity(need)));
        boolean lacksPool = withoutPoolsOfOthers(comments, target.node(), memory, limits, requests);
        NodeSettings node = NodeSettings.of(actions);
        List<String> huge =
                limits.keySet().stream().filter(name -> name.startsWith(HUGE)).toList();
        if (!huge.isEmpty()) {
            huge.forEach(name -> requests.put(name, limits.get(name)));
            boolean byHand = start.leavesOutPages();
            if (!byHand) {
                List<String> planned = start.add();
                start = withHeap(start, advice, memory);
                sayKept(comments, planned, start);
            }
            if (start.isWritable() && !lacksPool && !byHand) {
                addMemory(comments, memory, huge, requests, limits);
            } else if (start.hasAdded() && !byHand) {
                sayMemoryStays(comments, memory, limits, start.isWritable());
            } else {
                keepAdvised(comments, actions, limits, requests);
                if (limits.keySet().stream().anyMatch(name -> name.startsWith(HUGE))) {
                    sayRequestIfUnknown(comments, memory, limits);
                }
            }
            for (Map.Entry<Bytes, Bytes> need : memory.hugetlb().entrySet()) {
                if (target.node().hasPool(need.getKey().value())) {
                    node = node.withAtLeast(
                            need.getKey().value(), need.getValue().dividedRoundingUp(need.getKey()));
                }
            }
        }
        List<String> lines = pod(start, requests, limits, comments);
        JvmStart.sayServer(comments, advice);
        sayUse(
                comments,
                target,
                !lines.isEmpty(),
                start.isUnchanged(),
                !node.pools().isEmpty());
        List<Action> left = new ArrayList<>(others(advice));
        // The rollout restarts the JVM, and the file of the node has its settings.
        left.removeIf(action -> action.phase() == Phase.RESTART || action.scope() == Scope.HOST);
        OtherForms.say(comments, left);
        actions.stream()
                .filter(NodeSettings::isOfControlGroup)
                .forEach(action -> comments.say("Not here: " + action.description()
                        + ": the kubelet writes it from the resource " + HUGE + "SIZE."));
        K8sNode.sayDebug(comments);
        List<String> patch = new ArrayList<>(HEAD);
        patch.add("        - name: " + YamlQuote.name(container(target)));
        patch.addAll(lines);
        List<ConfigFile> files = new ArrayList<>(List.of(new ConfigFile(PATCH, "", Text.of(comments, patch))));
        if (!node.isEmpty()) {
            files.add(nodeFile(advice, target, node));
        }
        return files;
    }

    /** Removes the pages of which such a node has no pool, and returns whether there are any. */
    private static boolean withoutPoolsOfOthers(
            Comments comments,
            NodeKind kind,
            PodMemory memory,
            Map<String, String> limits,
            Map<String, String> requests) {
        List<String> lacking = memory.hugetlb().keySet().stream()
                .filter(page -> !kind.hasPool(page.value()))
                .map(K8sForm::resource)
                .toList();
        limits.keySet().removeAll(lacking);
        requests.keySet().removeAll(lacking);
        lacking.forEach(resource -> comments.say("Not here: " + resource + ": " + NodeKind.SIZES_OF_GKE));
        return !lacking.isEmpty();
    }

    /** The file for the nodes. Where it replaces the size of a pool, the present pages of the host remain. */
    private static ConfigFile nodeFile(Advice advice, EmitTarget target, NodeSettings needed) {
        Comments comments = Head.of(advice, "settings of the nodes");
        NodeSettings node = needed;
        for (Map.Entry<Long, Long> pool : needed.pools().entrySet()) {
            long now = target.hostPools().getOrDefault(Bytes.of(pool.getKey()), 0L);
            if (target.node().setsWholePool() && now > pool.getValue()) {
                node = node.withAtLeast(pool.getKey(), now);
                comments.say("The settings replace the size of the pool of "
                        + NodeSettings.PoolSize.ofKubernetes(pool.getKey()) + " pages. They keep the " + now
                        + " pages of this host; the pod needs " + pool.getValue() + " of them.");
            }
        }
        return K8sNode.file(target.node(), node, target.poolsNow().defaultSize(), comments);
    }

    @Override
    public boolean expresses(Action action) {
        return action.phase() == Phase.START || !action.resources().isEmpty();
    }

    /**
     * Returns whether it takes pages from a pool: the unused pool of a node is capacity that the scheduler can assign.
     */
    private static boolean lowersPool(Action action) {
        return action.setting()
                .filter(setting -> setting.pool().isPresent()
                        && Words.isNumber(setting.value(), 18)
                        && Words.isNumber(setting.was(), 18)
                        && Long.parseLong(setting.value()) < Long.parseLong(setting.was()))
                .isPresent();
    }

    private static String container(EmitTarget target) {
        return target.container().orElse("app");
    }

    /**
     * Says how to check, apply and undo the patch of the pod; {@link K8sNode} says it for the node.
     *
     * @param changes whether the patch changes the pod
     * @param same whether the JVM in it starts as before
     * @param pools whether the node has a pool for it
     */
    private static void sayUse(Comments comments, EmitTarget target, boolean changes, boolean same, boolean pools) {
        comments.say(
                "Replace \"deployment NAME\" by yours; statefulset and daemonset work alike. The name of the container is "
                        + container(target) + "; --container NAME writes another one. kubectl refuses a name that the"
                        + " pod does not have.");
        if (changes) {
            comments.say("Check it, and apply it:")
                    .type("kubectl patch deployment NAME --dry-run=server --patch-file " + PATCH)
                    .type("kubectl patch deployment NAME --patch-file " + PATCH)
                    .say("Undo:")
                    .type("kubectl rollout undo deployment NAME");
        } else if (same) {
            comments.say("The pod itself needs no change. Once the node is prepared, restart its JVM:")
                    .type(pools ? "kubectl delete pod POD" : "kubectl rollout restart deployment NAME");
        }
        if (pools) {
            comments.say("The pool is computed for one pod of this JVM. A Deployment starts a new pod before the old"
                            + " one ends: the new one stays Pending while the old one holds the pages, so that the next rolling"
                            + " update hangs. Reserve pages for the replicas of a node and for maxSurge; hp-cli size --rolling"
                            + " computes them. Or end the old pod first, by strategy.type Recreate or by this:")
                    .type(
                            "kubectl patch deployment NAME"
                                    + " -p '{\"spec\":{\"strategy\":{\"rollingUpdate\":{\"maxSurge\":0,\"maxUnavailable\":1}}}}'");
        }
    }

    /**
     * Says why the memory of the container is not lowered.
     *
     * @param whole whether the patch makes all changes of flags
     */
    private static void sayMemoryStays(Comments comments, PodMemory memory, Map<String, String> limits, boolean whole) {
        comments.say("The memory of the container stays, because "
                + (whole
                        ? "a part of the JVM is on base pages."
                        : "this patch does not remove all flags, and one that is left may put the heap on other pages."
                                + " Remove them, and run hp-cli emit again."));
        sayRequestIfUnknown(comments, memory, limits);
    }

    /** Names a request for a container whose memory limit is not known, if this patch does not set one. */
    private static void sayRequestIfUnknown(Comments comments, PodMemory memory, Map<String, String> limits) {
        if (memory.memoryNow().isEmpty() && !limits.containsKey("memory")) {
            sayRequest(comments, "", mebibytes(memory.estimateBeside()));
        }
    }

    /** Removes the limits that suit a pod with flags that the patch does not add. Those of the advice itself stay. */
    private static void keepAdvised(
            Comments comments, List<Action> actions, Map<String, String> limits, Map<String, String> requests) {
        Set<String> advised = actions.stream()
                .flatMap(action -> action.resources().keySet().stream())
                .collect(Collectors.toSet());
        List<String> others =
                limits.keySet().stream().filter(name -> !advised.contains(name)).toList();
        if (!others.isEmpty()) {
            comments.say("Not here: limits and requests, " + String.join(", ", others)
                    + ": they suit a pod with all changes of flags, which this patch does not make. Make them, and run"
                    + " hp-cli emit again.");
        }
        limits.keySet().retainAll(advised);
        requests.keySet().retainAll(advised);
    }

    /** Names a request for a container that has none yet, as the end of a comment. */
    private static void sayRequest(Comments comments, String before, String estimate) {
        comments.say(before
                        + "Kubernetes rejects huge pages in a container without any request or limit of cpu or memory: if"
                        + " yours has none, add to the requests")
                .type("memory: " + YamlQuote.scalar(estimate));
    }

    /**
     * Adds the memory limit beside the huge pages, if the present one is known. Otherwise the memory of the container stays: a
     * request here would replace a larger one.
     */
    private static void addMemory(
            Comments comments,
            PodMemory memory,
            List<String> huge,
            Map<String, String> requests,
            Map<String, String> limits) {
        String own = String.join(" and ", huge)
                + (huge.size() == 1 ? " is a limit of its own" : " are limits of their own")
                + (memory.charged()
                        ? ": this node counts huge pages in the memory limit as well"
                        : ": the memory limit does not include huge pages");
        Optional<Bytes> later = memory.memoryLater();
        if (limits.containsKey("memory")) {
            requests.put("memory", limits.get("memory"));
            comments.say(own + ".");
            return;
        }
        if (later.isPresent()) {
            limits.put("memory", mebibytes(later.get()));
            requests.put("memory", mebibytes(later.get()));
            comments.say(own
                    + (memory.memoryNow().equals(later)
                            ? "."
                            : ". It is " + mebibytes(memory.memoryNow().orElseThrow())
                                    + " now and is lowered by the heap; the memory request is the same."));
            return;
        }
        String estimate = mebibytes(memory.estimateBeside());
        comments.say(own + ".");
        sayRequest(
                comments,
                "No memory limit is here, because "
                        + (memory.memoryNow().isPresent()
                                ? "the present one leaves too little beside the heap"
                                : "none is known")
                        + ": lower yours by the heap once the pod runs, and keep it above " + estimate + ", "
                        + (memory.residentBeside().isPresent()
                                ? "the present resident memory beside the heap"
                                : "an estimate of the memory beside the heap")
                        + ". ",
                estimate);
    }

    /**
     * Adds the heap size and the collector: the pages are computed for both, and without flags both depend on the memory limit
     * of the container, which this patch lowers or does not know.
     */
    private static JvmStart withHeap(JvmStart start, Advice advice, PodMemory memory) {
        List<String> arguments = new ArrayList<>(
                advice.jvm().arguments().known().map(Arguments::texts).orElse(List.of()));
        arguments.addAll(start.add());
        boolean set =
                arguments.stream().anyMatch(text -> HEAP_SIZE.matcher(text).matches());
        JvmStart sized = set || memory.heap().isEmpty()
                ? start
                : start.with("-Xmx" + (memory.heap().get().value() >> 20) + "m");
        Optional<Bytes> now = memory.memoryNow();
        Optional<Bytes> later = memory.memoryLater();
        Optional<String> collector = now.isPresent() && later.isPresent()
                ? KeptCollector.flag(advice.jvm(), arguments, now.get(), later.get())
                : KeptCollector.flag(advice.jvm(), arguments);
        return collector.map(sized::with).orElse(sized);
    }

    /** Explains the flags that are not in the plan. */
    private static void sayKept(Comments comments, List<String> planned, JvmStart start) {
        List<String> kept = start.add().subList(planned.size(), start.add().size());
        if (!kept.isEmpty()) {
            comments.say(
                    String.join(" ", kept)
                            + ": the pages are computed for this start, and its defaults depend on the memory limit of the pod.");
        }
    }

    /**
     * The lines below the name of the container. An entry that took its value from elsewhere loses that: Kubernetes rejects
     * an entry with both (validateEnvVarValueFrom in {@code pkg/apis/core/validation}).
     */
    private static List<String> pod(
            JvmStart start, Map<String, String> requests, Map<String, String> limits, Comments comments) {
        Map<String, String> variables = variables(start, comments);
        List<String> lines = new ArrayList<>();
        if (!variables.isEmpty()) {
            start.sayContainer(comments);
            lines.add("          env:");
            variables.forEach((name, value) -> {
                lines.add("            - name: " + YamlQuote.scalar(name));
                lines.add("              value: " + YamlQuote.scalar(value));
                lines.add("              valueFrom: null");
            });
        }
        if (!limits.isEmpty()) {
            lines.add("          resources:");
            put(lines, "requests", requests);
            put(lines, "limits", limits);
        }
        return lines;
    }

    private static Map<String, String> variables(JvmStart start, Comments comments) {
        Map<String, String> variables = new LinkedHashMap<>();
        start.written(comments, "the container").ifPresent(text -> variables.put(start.variable(), literal(text)));
        start.environment().forEach((name, value) -> variables.put(name, literal(value)));
        return variables;
    }

    /** Escapes dollars: the kubelet replaces $(NAME) by a variable and $$ by one dollar (kubernetes.io, "Define Dependent Variables"). */
    private static String literal(String value) {
        return value.replace("$", "$$");
    }

    private static void put(List<String> lines, String name, Map<String, String> resources) {
        lines.add("            " + name + ":");
        resources.forEach((resource, value) ->
                lines.add("              " + YamlQuote.resource(resource) + ": " + YamlQuote.scalar(value)));
    }

    private static String resource(Bytes page) {
        return PodResource.hugePages(page.value());
    }

    /** The memory of whole pages: MiB, or KiB where it is no multiple of a MiB. */
    private static String quantity(Bytes size) {
        return PodResource.quantity(size.value());
    }

    /** Whole MiB, rounded down, as Kubernetes writes them. */
    private static String mebibytes(Bytes size) {
        return (size.value() >> 20) + "Mi";
    }
}
