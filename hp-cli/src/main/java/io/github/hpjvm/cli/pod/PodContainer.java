package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A container of a manifest.
 *
 * @param owner kind and name of the object: {@code Deployment shop}
 * @param name name of the container
 * @param words its command and arguments; empty if the image has them
 * @param environment variables with a value of their own; those with options of a JVM without the options of {@code unread}
 * @param unknown variables and sources whose values are not in the manifest, each with its line
 * @param unread those that have options of a JVM, or may have them
 * @param references references in {@code words} to variables whose values are not in the manifest
 * @param memory limit of memory, or that of its pod; empty if there is none
 * @param cpu limit of cpu in thousandths, or that of its pod; empty if there is none
 * @param cpuRequest request of cpu in thousandths, or the limit if there is none; empty if there is neither
 * @param hugePages limits of huge pages by page size, its own or those of its pod
 * @param pod the resources of its pod
 */
public record PodContainer(
        String owner,
        String name,
        List<String> words,
        Map<String, String> environment,
        List<String> unknown,
        List<String> unread,
        Set<String> references,
        Optional<Bytes> memory,
        Optional<Long> cpu,
        Optional<Long> cpuRequest,
        Map<Bytes, Bytes> hugePages,
        PodResources pod) {
    /** The variables in which a JVM looks for options. */
    static final List<String> OPTIONS = List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

    public PodContainer {
        words = List.copyOf(words);
        environment = Map.copyOf(environment);
        unknown = List.copyOf(unknown);
        unread = List.copyOf(unread);
        references = Set.copyOf(references);
        hugePages = Map.copyOf(hugePages);
    }

    /**
     * Reads a container.
     *
     * @param pod the resources of its pod. Where the container has no limit of a resource, the kubelet gives it that of the pod
     *     (getMemoryLimit and getCPULimit in {@code pkg/kubelet/kuberuntime/kuberuntime_container_linux.go}; for huge pages
     *     kubernetes pull request 131089, 1.34)
     */
    static PodContainer of(String owner, PodResources pod, YamlValue container) {
        String name = container.get("name").map(YamlValue::text).orElse("");
        Variables variables = Variables.of(container);
        List<String> words = new ArrayList<>();
        for (String key : List.of("command", "args")) {
            container
                    .get(key)
                    .map(YamlValue::list)
                    .orElse(List.of())
                    .forEach(word -> words.add(variables.expanded(word.text(), word.line())));
        }
        ShellCommand shell = ShellCommand.of(words, variables.environment());
        Set<String> references = new HashSet<>(variables.references());
        references.addAll(shell.references());
        List<String> unread = new ArrayList<>(variables.unread());
        shell.lists().forEach(list -> unread.add("variable " + list));
        ResourceLists own = ResourceLists.of(container);
        Map<String, YamlValue> limits = own.effectiveLimits();
        pod.own().effectiveLimits().forEach(limits::putIfAbsent);
        Map<Bytes, Bytes> hugePages = new TreeMap<>();
        limits.forEach((resource, value) -> ResourceLists.pageSize(resource, value.line())
                .ifPresent(size -> hugePages.put(size, Bytes.of(Quantity.whole(value)))));
        return new PodContainer(
                owner,
                name,
                shell.words(),
                variables.environment(),
                variables.unknown(),
                unread,
                references,
                Optional.ofNullable(limits.get("memory")).map(value -> Bytes.of(Quantity.whole(value))),
                Optional.ofNullable(limits.get("cpu")).map(Quantity::thousandths),
                Optional.ofNullable(own.effectiveRequests().getOrDefault("cpu", limits.get("cpu")))
                        .map(Quantity::thousandths),
                hugePages,
                pod);
    }

    /** Returns whether its command is java. */
    public boolean startsJava() {
        return words.stream().limit(1).anyMatch(word -> word.equals("java") || word.endsWith("/java"));
    }

    /**
     * The command line of its java: the launcher is java of the search path, and options that refer to a variable whose value is
     * not in the manifest are left out.
     */
    public List<String> knownWords() {
        return Stream.concat(
                        Stream.of("java"),
                        KnownOptions.ofCommand(words, references).known().stream()
                                .skip(1))
                .toList();
    }

    /** The options of its java that refer to a variable whose value is not in the manifest. */
    public List<String> unreadWords() {
        return KnownOptions.ofCommand(words, references).unread();
    }
}
