package io.github.hpjvm.advisor.fleet;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The labels of hosts. A host that no list names has the label {@code cluster}, made of its name: the domain of
 * {@code db7.fra.example.com} is {@code fra.example.com}, and {@code web-12} without a domain is of {@code web}.
 */
public final class HostLabels implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The label by which the summary groups hosts. */
    public static final String CLUSTER = "cluster";

    /** The label by which the summary groups JVMs; without it, their main class. */
    public static final String SERVICE = "service";

    private static final Set<String> KEYS = Set.of("host", "source");

    private final HashMap<String, TreeMap<String, String>> byHost = new HashMap<>();

    private HostLabels() {}

    /** Labels of host names only. */
    public static HostLabels ofNames() {
        return new HostLabels();
    }

    /** Returns whether the first column of a list has this name: {@code host} or {@code source}. */
    public static boolean isKey(String column) {
        return KEYS.contains(column);
    }

    /**
     * Labels of a list.
     *
     * @param listed labels by name, for the name of each host or snapshot
     */
    public static HostLabels of(Map<String, Map<String, String>> listed) {
        HostLabels labels = new HostLabels();
        listed.forEach((host, values) -> labels.byHost.put(host, new TreeMap<>(values)));
        return labels;
    }

    /** The labels of a host; those of its snapshot's name if the list does not name the host. */
    public Map<String, String> of(Optional<String> host, String source) {
        TreeMap<String, String> labels = new TreeMap<>();
        host.flatMap(HostLabels::cluster).ifPresent(cluster -> labels.put(CLUSTER, cluster));
        host.map(byHost::get).or(() -> Optional.ofNullable(byHost.get(source))).ifPresent(labels::putAll);
        return labels;
    }

    private static Optional<String> cluster(String host) {
        int dot = host.indexOf('.');
        if (dot > 0 && dot < host.length() - 1) {
            return Optional.of(host.substring(dot + 1));
        }
        int end = host.length();
        while (end > 0 && (isDigit(host.charAt(end - 1)) || "-_.".indexOf(host.charAt(end - 1)) >= 0)) {
            end--;
        }
        return end == 0 ? Optional.empty() : Optional.of(host.substring(0, end));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
