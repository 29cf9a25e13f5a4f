package io.github.hpjvm.advisor.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Named texts in their order, for a comparison of two such lists. */
final class Values {
    private final Map<String, String> texts = new LinkedHashMap<>();

    void put(String name, String text) {
        texts.put(name, text);
    }

    /** Adds a value; {@code unknown} if it is empty. */
    void put(String name, Optional<?> value) {
        texts.put(name, value.map(Object::toString).orElse(ValueChange.UNKNOWN));
    }

    /** The values that differ, in the order of this one, then of the other. */
    List<ValueChange> changesTo(Values other) {
        Set<String> names = new LinkedHashSet<>(texts.keySet());
        names.addAll(other.texts.keySet());
        List<ValueChange> changes = new ArrayList<>();
        for (String name : names) {
            Optional<String> before = Optional.ofNullable(texts.get(name));
            Optional<String> after = Optional.ofNullable(other.texts.get(name));
            if (!before.equals(after)) {
                changes.add(new ValueChange(name, before, after));
            }
        }
        return changes;
    }
}
