package io.github.hpjvm.bench.plan;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * A workload with one value for each of its parameters. Variants are compared on a case.
 *
 * @param params values by parameter name, in the order of the source
 */
public record Case(Workload workload, Map<String, String> params) {

    /** The name in text: {@code ByteArrayTouch.touch size=1000}. */
    @Override
    public String toString() {
        return workload.name()
                + params.entrySet().stream()
                        .map(param -> " " + param.getKey() + "=" + param.getValue())
                        .collect(Collectors.joining());
    }
}
