package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.Scope;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Bytes;
import io.github.hpjvm.advisor.text.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes a part of a pod and the settings of its nodes (kubernetes.io, "Manage HugePages"). The request for huge pages equals
 * their limit, memory has a limit of its own, and the node must have the pool before it can run the pod.
 */
final class K8sForm implements Emitter {
    private static final String HUGE = "hugepages-2Mi";
    private static final Pattern HEAP_SIZE = Pattern.compile("-Xmx.*|-XX:MaxHeapSize=.*");

    @Override
    public List<ConfigFile> files(Advice advice) {
        Comments comments = Head.of(advice, "part of a pod");
        List<Action> actions = advice.plan().actions().stream()
                .filter(action -> !lowersPool(action))
                .toList();
        if (actions.isEmpty()) {
            comments.say(Head.nothing(advice));
            return List.of(new ConfigFile("hp-jvm-pod.yaml", "", Text.of(comments, List.of())));
        }
        JvmStart start = JvmStart.of(advice);
        Map<String, String> limits = new TreeMap<>();
        actions.forEach(action -> limits.putAll(action.resources()));
        Map<String, String> requests = new TreeMap<>(limits);
        PodMemory memory = PodMemory.of(advice);
        memory.hugetlb().ifPresent(need -> limits.putIfAbsent(HUGE, mebibytes(need)));
        if (limits.containsKey(HUGE)) {
            requests.put(HUGE, limits.get(HUGE));
            memory.memoryLater().ifPresent(rest -> limits.putIfAbsent("memory", mebibytes(rest)));
            sayMemory(comments, memory, limits);
            start = withHeap(start, advice, memory);
        }
        List<String> lines = pod(start, requests, limits, comments);
        if (!lines.isEmpty()) {
            comments.say(
                    "Merge this into your pod; in a Deployment or StatefulSet that is spec.template. Replace \"app\" by"
                            + " your names.");
        }
        List<Action> left = new ArrayList<>(others(advice));
        // A changed pod restarts its JVM, and the comments below name what the node needs.
        boolean restarts = !lines.isEmpty();
        left.removeIf(action -> restarts && action.phase() == Phase.RESTART || action.scope() == Scope.HOST);
        OtherForms.say(comments, left);
        K8sNode.say(comments, actions, limits.containsKey(HUGE));
        return List.of(new ConfigFile("hp-jvm-pod.yaml", "", Text.of(comments, lines)));
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

    private static void sayMemory(Comments comments, PodMemory memory, Map<String, String> limits) {
        comments.say(HUGE + " is a limit of its own: the memory limit does not include huge pages"
                + memory.memoryNow()
                        .filter(limit -> !memory.heapInPool() && limits.containsKey("memory"))
                        .map(limit -> ". It is " + mebibytes(limit) + " now and is lowered by the heap")
                        .orElse("")
                + ".");
        if (!limits.containsKey("memory")) {
            comments.say(
                    "Not here: the memory limit, because "
                            + (memory.memoryNow().isPresent() ? "the present one is below the heap" : "none is known")
                            + ". Lower yours by the size of the heap, and keep a request for memory or cpu: a pod with huge pages needs one.");
        } else {
            comments.say("Lower a memory request that is above the new limit.");
        }
    }

    /** MaxRAMPercentage and the default heap size depend on the memory limit, which is lowered: so set the heap size. */
    private static JvmStart withHeap(JvmStart start, Advice advice, PodMemory memory) {
        List<String> arguments =
                advice.jvm().arguments().known().map(Arguments::texts).orElse(List.of());
        boolean set = arguments.stream()
                        .anyMatch(text -> HEAP_SIZE.matcher(text).matches())
                || start.add().stream().anyMatch(text -> HEAP_SIZE.matcher(text).matches());
        return set || memory.heap().isEmpty()
                ? start
                : start.with("-Xmx" + (memory.heap().get().value() >> 20) + "m");
    }

    private static List<String> pod(
            JvmStart start, Map<String, String> requests, Map<String, String> limits, Comments comments) {
        Map<String, String> variables = variables(start, comments);
        if (variables.isEmpty() && limits.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(
                "apiVersion: v1",
                "kind: Pod",
                "metadata:",
                "  name: app",
                "spec:",
                "  containers:",
                "    - name: app"));
        if (!variables.isEmpty()) {
            lines.add("      env:");
            variables.forEach((name, value) -> {
                lines.add("        - name: " + YamlQuote.scalar(name));
                lines.add("          value: " + YamlQuote.scalar(value));
            });
        }
        if (!limits.isEmpty()) {
            lines.add("      resources:");
            put(lines, "requests", requests);
            put(lines, "limits", limits);
        }
        return lines;
    }

    private static Map<String, String> variables(JvmStart start, Comments comments) {
        Map<String, String> variables = new LinkedHashMap<>();
        if (!start.add().isEmpty()
                || start.before().isPresent() && !start.remove().isEmpty()) {
            Optional<String> value = start.replaced();
            value.ifPresentOrElse(
                    text -> variables.put(start.variable(), literal(text)),
                    () -> comments.say("Not here: the container has " + start.variable()
                            + " already, with values that hp-cli does not show because they may be secret. Add to it: "
                            + start.added()));
        }
        start.environment().forEach((name, value) -> variables.put(name, literal(value)));
        start.sayRemoved(comments, true);
        return variables;
    }

    /** Escapes dollars: the kubelet replaces $(NAME) by a variable and $$ by one dollar (kubernetes.io, "Define Dependent Variables"). */
    private static String literal(String value) {
        return value.replace("$", "$$");
    }

    private static void put(List<String> lines, String name, Map<String, String> resources) {
        lines.add("        " + name + ":");
        resources.forEach((resource, value) ->
                lines.add("          " + YamlQuote.resource(resource) + ": " + YamlQuote.scalar(value)));
    }

    /** Whole MiB, rounded down, as Kubernetes writes them. */
    private static String mebibytes(Bytes size) {
        return (size.value() >> 20) + "Mi";
    }
}
