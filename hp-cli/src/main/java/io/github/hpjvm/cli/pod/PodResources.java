package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The resources that a pod requests of its node.
 *
 * @param own the resources of the pod itself, beside those of its containers: beta since Kubernetes 1.34
 * @param requests request of all containers by resource, in thousandths
 * @param sharers number of containers, also of those that only initialize, with a request of huge pages
 * @param rejection why Kubernetes rejects the resources; empty if it accepts them
 */
record PodResources(ResourceLists own, Map<String, Long> requests, int sharers, String rejection) {

    PodResources {
        requests = Map.copyOf(requests);
    }

    /**
     * Reads the specification of a pod.
     *
     * <p>A node needs the sum of the containers that run together, or what one that initializes takes beside the sidecars
     * before it, whichever is more. Requests of the pod itself replace that (PodRequests in {@code
     * staging/src/k8s.io/component-helpers/resource/helpers.go}).
     */
    static PodResources of(YamlValue spec) {
        ResourceLists own = ResourceLists.of(spec);
        List<ResourceLists> running = new ArrayList<>();
        Map<String, Long> sum = new TreeMap<>();
        for (YamlValue container : list(spec, "containers")) {
            ResourceLists resources = ResourceLists.of(container);
            running.add(resources);
            add(sum, requested(resources));
        }
        List<ResourceLists> initializing = new ArrayList<>();
        Map<String, Long> sidecars = new TreeMap<>();
        Map<String, Long> most = new TreeMap<>();
        for (YamlValue container : list(spec, "initContainers")) {
            ResourceLists resources = ResourceLists.of(container);
            initializing.add(resources);
            Map<String, Long> now = new TreeMap<>(sidecars);
            add(now, requested(resources));
            now.forEach((resource, value) -> most.merge(resource, value, Math::max));
            if (isSidecar(container)) {
                add(sum, requested(resources));
                sidecars = now;
            }
        }
        most.forEach((resource, value) -> sum.merge(resource, value, Math::max));
        List<ResourceLists> all =
                Stream.concat(running.stream(), initializing.stream()).toList();
        String rejection = Stream.concat(all.stream(), Stream.of(own))
                .map(ResourceLists::rejection)
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElseGet(() -> conflict(own, all, sum));
        int sharers = (int) all.stream()
                .filter(one -> one.requestsOrLimits().keySet().stream().anyMatch(PodResources::isHuge))
                .count();
        return new PodResources(own, withOwn(own, sum), sharers, rejection);
    }

    /** The requested huge pages by page size. */
    Map<Bytes, Bytes> hugePages() {
        Map<Bytes, Bytes> sizes = new TreeMap<>();
        requests.forEach((resource, value) ->
                ResourceLists.pageSize(resource, 1).ifPresent(size -> sizes.put(size, Bytes.of(value / 1000))));
        return sizes;
    }

    /** The requested memory. */
    Bytes memory() {
        return Bytes.of(requests.getOrDefault("memory", 0L) / 1000);
    }

    /** The requested processor time in thousandths of a processor. */
    long cpu() {
        return requests.getOrDefault("cpu", 0L);
    }

    private static List<YamlValue> list(YamlValue spec, String key) {
        return spec.get(key).map(YamlValue::list).orElse(List.of());
    }

    private static boolean isSidecar(YamlValue container) {
        return container.get("restartPolicy").map(YamlValue::text).equals(Optional.of("Always"));
    }

    private static boolean isHuge(String resource) {
        return ResourceLists.pageSize(resource, 1).isPresent();
    }

    /** The requests that count for a node. */
    private static Map<String, Long> requested(ResourceLists resources) {
        Map<String, Long> counted = new LinkedHashMap<>();
        resources.requestsOrLimits().forEach((resource, value) -> {
            boolean huge = ResourceLists.pageSize(resource, value.line()).isPresent();
            if (huge || ResourceLists.OVERCOMMITTED.contains(resource)) {
                counted.put(resource, Quantity.thousandths(value));
            }
        });
        return counted;
    }

    /** Adds numbers that are not negative; what exceeds a long is its largest value. */
    private static void add(Map<String, Long> sum, Map<String, Long> more) {
        more.forEach((resource, value) -> sum.merge(resource, value, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b));
    }

    /**
     * The requests with those of the pod itself. A limit without a request is one for huge pages, and for a resource that no
     * container requests (defaultPodRequests in {@code pkg/apis/core/v1/defaults.go}).
     */
    private static Map<String, Long> withOwn(ResourceLists own, Map<String, Long> sum) {
        Map<String, Long> all = new TreeMap<>(sum);
        requested(own).forEach((resource, value) -> {
            if (isHuge(resource) || own.requests().containsKey(resource)) {
                all.put(resource, value);
            } else {
                all.putIfAbsent(resource, value);
            }
        });
        return all;
    }

    /** The API server's objection to containers that exceed the resources of their pod (KEP 2837). */
    private static String conflict(ResourceLists own, List<ResourceLists> containers, Map<String, Long> sum) {
        for (Map.Entry<String, YamlValue> entry : own.requestsOrLimits().entrySet()) {
            String resource = entry.getKey();
            boolean counts = isHuge(resource) || own.requests().containsKey(resource);
            if (counts && sum.getOrDefault(resource, 0L) > Quantity.thousandths(entry.getValue())) {
                return ResourceLists.at(entry.getValue()) + "the containers request more " + resource + " than the pod";
            }
        }
        for (String resource : ResourceLists.OVERCOMMITTED) {
            YamlValue most = own.limits().get(resource);
            for (ResourceLists container : containers) {
                YamlValue limit = container.limits().get(resource);
                if (most != null && limit != null && Quantity.thousandths(limit) > Quantity.thousandths(most)) {
                    return ResourceLists.at(limit) + "the limit for " + resource + " exceeds the limit of the pod";
                }
            }
        }
        return "";
    }
}
