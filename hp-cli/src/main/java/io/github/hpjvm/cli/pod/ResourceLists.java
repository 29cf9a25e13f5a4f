package io.github.hpjvm.cli.pod;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The requests and limits of a container or of a pod, by resource. */
record ResourceLists(Map<String, YamlValue> requests, Map<String, YamlValue> limits) {
    private static final String HUGE = "hugepages-";

    /** Memory and processor time, which nodes promise to more containers than they have of it. */
    static final List<String> OVERCOMMITTED = List.of("memory", "cpu");

    /** Reads the field {@code resources}. */
    static ResourceLists of(YamlValue owner) {
        return new ResourceLists(read(owner, "requests"), read(owner, "limits"));
    }

    private static Map<String, YamlValue> read(YamlValue owner, String key) {
        return owner.at("resources", key).map(YamlValue::map).orElse(Map.of());
    }

    /** The limits that the kubelet takes for set: zero of memory or cpu is like no value ({@code IsZero} of a quantity). */
    Map<String, YamlValue> effectiveLimits() {
        return effective(limits);
    }

    /** The requests that the kubelet takes for set. */
    Map<String, YamlValue> effectiveRequests() {
        return effective(requests);
    }

    private static Map<String, YamlValue> effective(Map<String, YamlValue> resources) {
        Map<String, YamlValue> set = new LinkedHashMap<>(resources);
        for (String name : OVERCOMMITTED) {
            set.computeIfPresent(name, (resource, value) -> Quantity.thousandths(value) == 0 ? null : value);
        }
        return set;
    }

    /** The requests; a limit where there is no request (SetDefaults_Pod in {@code pkg/apis/core/v1/defaults.go}). */
    Map<String, YamlValue> requestsOrLimits() {
        Map<String, YamlValue> all = new LinkedHashMap<>(limits);
        all.putAll(requests);
        return all;
    }

    /**
     * The page size of a resource such as {@code hugepages-2Mi}; empty for another resource.
     *
     * @throws PodException if the size is none
     */
    static Optional<Bytes> pageSize(String resource, int line) {
        if (!resource.startsWith(HUGE)) {
            return Optional.empty();
        }
        String size = resource.substring(HUGE.length());
        if (!size.matches("[1-9][0-9]{0,3}[KMG]i")) {
            throw new PodException(line, "expected a resource such as hugepages-2Mi, got " + resource);
        }
        long number = Long.parseLong(size.substring(0, size.length() - 2));
        int shift = switch (size.charAt(size.length() - 2)) {
            case 'K' -> 10;
            case 'M' -> 20;
            default -> 30;
        };
        return Optional.of(Bytes.of(number << shift));
    }

    /**
     * The API server's objection (ValidateResourceRequirements in {@code pkg/apis/core/validation/validation.go}): a request
     * does not exceed its limit. Requests of huge pages equal limits, are multiples of the page size, and come with cpu or memory.
     */
    String rejection() {
        for (String resource : OVERCOMMITTED) {
            YamlValue request = requests.get(resource);
            YamlValue limit = limits.get(resource);
            if (request != null && limit != null && Quantity.thousandths(request) > Quantity.thousandths(limit)) {
                return at(request) + "the request for " + resource + " exceeds its limit";
            }
        }
        Map<String, YamlValue> all = new TreeMap<>(requestsOrLimits());
        boolean huge = false;
        for (Map.Entry<String, YamlValue> entry : all.entrySet()) {
            String resource = entry.getKey();
            Optional<Bytes> page = pageSize(resource, entry.getValue().line());
            if (page.isEmpty()) {
                continue;
            }
            huge = true;
            YamlValue limit = limits.get(resource);
            YamlValue request = entry.getValue();
            if (limit == null) {
                return at(request) + resource + " has a request and no limit";
            }
            if (Quantity.whole(limit) != Quantity.whole(request)) {
                return at(request) + "the request for " + resource + " must equal its limit";
            }
            if (Quantity.whole(limit) % page.get().value() != 0) {
                return at(limit) + resource + " is not a multiple of the page size";
            }
        }
        return huge && OVERCOMMITTED.stream().noneMatch(all::containsKey)
                ? "huge pages need a request for cpu or memory"
                : "";
    }

    static String at(YamlValue value) {
        return "line " + value.line() + ": ";
    }
}
