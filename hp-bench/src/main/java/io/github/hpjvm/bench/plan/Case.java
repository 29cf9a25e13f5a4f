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
 */
public record Case(Workload workload, Map<String, String> params) {

    /**
     * Returns the cases of a workload: all combinations of the values of its parameters.
     *
     * @param values values by parameter name, in the order of the source
     */
    public static List<Case> all(Workload workload, Map<String, List<String>> values) {
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
        return combinations.stream().map(params -> new Case(workload, params)).toList();
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
