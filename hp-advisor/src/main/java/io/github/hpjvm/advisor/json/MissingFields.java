package io.github.hpjvm.advisor.json;

import io.github.hpjvm.advisor.term.Missing;
import java.util.LinkedHashMap;
import java.util.Map;

/** The members of an absent fact among the unknowns of a document. */
final class MissingFields {
    private MissingFields() {}

    static Map<String, Object> of(Missing missing) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("fact", missing.fact());
        object.put("reason", missing.reason().name());
        object.put("source", missing.source());
        object.put("grant", missing.grant());
        object.put("detail", missing.detail());
        return object;
    }
}
