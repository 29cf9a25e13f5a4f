package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
 * @param rejection why Kubernetes rejects the resources; empty if it accepts them
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
        String rejection) {
    private static final String HUGE = "hugepages-";

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
     * @param pod the specification of its pod. Where the container has no limit of a resource, the kubelet gives it that of the pod
     *     (getMemoryLimit and getCPULimit in {@code pkg/kubelet/kuberuntime/kuberuntime_container_linux.go}; for huge pages
     *     kubernetes pull request 131089, 1.34)
     */
    static PodContainer of(String owner, YamlValue pod, YamlValue container) {
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
        Map<String, YamlValue> limits = resources(container, "limits");
        Map<String, YamlValue> requests = resources(container, "requests");
        Map<String, YamlValue> ofPod = resources(pod, "limits");
        String objection = rejection(requests, limits);
        if (objection.isEmpty()) {
            objection = rejection(resources(pod, "requests"), ofPod);
        }
        limits = set(limits);
        set(ofPod).forEach(limits::putIfAbsent);
        Map<Bytes, Bytes> hugePages = new TreeMap<>();
        limits.forEach((resource, value) -> {
            if (resource.startsWith(HUGE)) {
                hugePages.put(pageSize(resource, value), Bytes.of(Quantity.whole(value)));
            }
        });
        return new PodContainer(
                owner,
                name,
                words,
                variables.environment(),
                variables.unknown(),
                variables.unread(),
                variables.references(),
                Optional.ofNullable(limits.get("memory")).map(value -> Bytes.of(Quantity.whole(value))),
                Optional.ofNullable(limits.get("cpu")).map(Quantity::thousandths),
                Optional.ofNullable(set(requests).getOrDefault("cpu", limits.get("cpu")))
                        .map(Quantity::thousandths),
                hugePages,
                objection);
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

    private static Map<String, YamlValue> resources(YamlValue owner, String key) {
        return owner.at("resources", key).map(YamlValue::map).orElse(Map.of());
    }

    /** The resources that the kubelet takes for set: zero of memory or cpu is like no value ({@code IsZero} of a quantity). */
    private static Map<String, YamlValue> set(Map<String, YamlValue> resources) {
        Map<String, YamlValue> set = new LinkedHashMap<>(resources);
        for (String name : List.of("memory", "cpu")) {
            set.computeIfPresent(name, (resource, value) -> Quantity.thousandths(value) == 0 ? null : value);
        }
        return set;
    }

    private static Bytes pageSize(String resource, YamlValue value) {
        String size = resource.substring(HUGE.length());
        if (!size.matches("[1-9][0-9]{0,3}[KMG]i")) {
            throw new PodException(value.line(), "expected a resource such as hugepages-2Mi, got " + resource);
        }
        long number = Long.parseLong(size.substring(0, size.length() - 2));
        int shift = switch (size.charAt(size.length() - 2)) {
            case 'K' -> 10;
            case 'M' -> 20;
            default -> 30;
        };
        return Bytes.of(number << shift);
    }

    /**
     * The API server's objection (ValidateResourceRequirements in {@code pkg/apis/core/validation/validation.go}): requests of
     * huge pages equal limits, are multiples of the page size, and come with cpu or memory.
     */
    private static String rejection(Map<String, YamlValue> requests, Map<String, YamlValue> limits) {
        Map<String, YamlValue> all = new TreeMap<>(requests);
        all.putAll(limits);
        boolean huge = false;
        for (Map.Entry<String, YamlValue> entry : all.entrySet()) {
            String resource = entry.getKey();
            if (!resource.startsWith(HUGE)) {
                continue;
            }
            huge = true;
            YamlValue limit = limits.get(resource);
            YamlValue request = requests.getOrDefault(resource, limit);
            if (limit == null) {
                return at(entry.getValue()) + resource + " has a request and no limit";
            }
            if (Quantity.whole(limit) != Quantity.whole(request)) {
                return at(request) + "the request for " + resource + " must equal its limit";
            }
            if (Quantity.whole(limit) % pageSize(resource, limit).value() != 0) {
                return at(limit) + resource + " is not a multiple of the page size";
            }
        }
        return huge && !all.containsKey("cpu") && !all.containsKey("memory")
                ? "huge pages need a request for cpu or memory"
                : "";
    }

    private static String at(YamlValue value) {
        return "line " + value.line() + ": ";
    }
}
