package io.github.hpjvm.advisor.emit;

import io.github.hpjvm.advisor.Advice;
import io.github.hpjvm.advisor.action.Action;
import io.github.hpjvm.advisor.action.Phase;
import io.github.hpjvm.advisor.action.Scope;
import io.github.hpjvm.advisor.facts.Arguments;
import io.github.hpjvm.advisor.facts.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A fragment of a pod, and what its nodes need (kubernetes.io, "Manage HugePages"): huge pages are requested as they are
 * limited, beside memory, and the node's pool is there before the pod is.
 */
final class K8sForm implements Emitter {
    private static final String HUGE = "hugepages-2Mi";
    private static final Pattern HEAP_SAID = Pattern.compile("-Xmx.*|-XX:MaxHeapSize=.*");

    @Override
    public List<ConfigFile> files(Advice advice) {
        Comments comments = Head.of(advice, "part of a pod");
        List<Action> actions = advice.plan().actions();
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
                    "Merge it into your pod; of a Deployment or StatefulSet that is spec.template. \"app\" stands for"
                            + " the names of yours.");
        }
        List<Action> left = new ArrayList<>(actions);
        boolean restarts = !lines.isEmpty();
        left.removeIf(action -> action.phase() == Phase.START
                || restarts && action.phase() == Phase.RESTART
                || !action.resources().isEmpty()
                || action.scope() == Scope.HOST);
        Elsewhere.say(comments, left);
        K8sNode.say(comments, actions, limits.containsKey(HUGE));
        return List.of(new ConfigFile("hp-jvm-pod.yaml", "", Text.of(comments, lines)));
    }

    private static void sayMemory(Comments comments, PodMemory memory, Map<String, String> limits) {
        comments.say(HUGE + " is a limit of its own: what is on huge pages is no part of the memory limit any more"
                + memory.memoryNow()
                        .filter(limit -> !memory.heapInPool() && limits.containsKey("memory"))
                        .map(limit -> ", which is " + mebibytes(limit) + " now and gives up the heap")
                        .orElse("")
                + ".");
        if (!limits.containsKey("memory")) {
            comments.say(
                    "Not here: the memory limit: "
                            + (memory.memoryNow().isPresent() ? "the one of now is below the heap" : "none was seen")
                            + ". Lower yours by the heap, and keep a request for memory or cpu: a pod with huge pages needs one.");
        } else {
            comments.say("A request for memory above the new limit has to come down with it.");
        }
    }

    /** MaxRAMPercentage and the default heap follow the memory limit, which shrinks: so the heap is said outright. */
    private static JvmStart withHeap(JvmStart start, Advice advice, PodMemory memory) {
        List<String> told =
                advice.jvm().arguments().known().map(Arguments::texts).orElse(List.of());
        boolean said = told.stream().anyMatch(text -> HEAP_SAID.matcher(text).matches())
                || start.add().stream().anyMatch(text -> HEAP_SAID.matcher(text).matches());
        return said || memory.heap().isEmpty()
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
                            + " already, with a credential in it that was not kept. Add there: " + start.added()));
        }
        start.environment().forEach((name, value) -> variables.put(name, literal(value)));
        start.sayRemoved(comments, true);
        return variables;
    }

    /** The kubelet puts a variable for $(NAME) and one dollar for two (kubernetes.io, "Define Dependent Variables"). */
    private static String literal(String value) {
        return value.replace("$", "$$");
    }

    private static void put(List<String> lines, String name, Map<String, String> resources) {
        lines.add("        " + name + ":");
        resources.forEach((resource, value) ->
                lines.add("          " + YamlQuote.resource(resource) + ": " + YamlQuote.scalar(value)));
    }

    /** Whole MiB, as Kubernetes writes them; a part of one is given up. */
    private static String mebibytes(Bytes size) {
        return (size.value() >> 20) + "Mi";
    }
}
