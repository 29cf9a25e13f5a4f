package io.github.hpjvm.bench.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A workload with one value for each of its parameters. Variants are compared on a case.
 *
 * @param params values by parameter name, in the order of the source
 * @param jvmArgs JVM arguments of all its forks, independent of the variant: those of the workload, perhaps with another
 *     heap
 */
public record Case(Workload workload, Map<String, String> params, List<String> jvmArgs) {
    private static final String INITIAL_HEAP = "-Xms";
    private static final String MAX_HEAP = "-Xmx";

    /** A case with the JVM arguments of its workload. */
    public Case(Workload workload, Map<String, String> params) {
        this(workload, params, workload.jvmArgs());
    }

    /**
     * Returns the cases of a workload: all combinations of the values of its parameters.
     *
     * @param values values by parameter name, in the order of the source
     */
    public static List<Case> all(Workload workload, Map<String, List<String>> values) {
        return combinations(values).stream()
                .map(params -> new Case(workload, params))
                .toList();
    }

    /** All combinations of values, each with one value by parameter name. */
    public static List<Map<String, String>> combinations(Map<String, List<String>> values) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> combination : combinations) {
                for (String value : parameter.getValue()) {
                    Map<String, String> params = new LinkedHashMap<>(combination);
                    params.put(parameter.getKey(), value);
                    longer.add(params);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    /** This case with other arguments for the size of the heap. */
    public Case withHeap(String... sizes) {
        List<String> arguments = new ArrayList<>(List.of(sizes));
        jvmArgs.stream()
                .filter(argument -> !argument.startsWith(INITIAL_HEAP) && !argument.startsWith(MAX_HEAP))
                .forEach(arguments::add);
        return new Case(workload, params, List.copyOf(arguments));
    }

    /** The name in text: {@code ByteArrayTouch.touch size=1000}. */
    @Override
    public String toString() {
        return workload.name()
                + params.entrySet().stream()
                        .map(param -> " " + param.getKey() + "=" + param.getValue())
                        .collect(Collectors.joining());
    }
}
