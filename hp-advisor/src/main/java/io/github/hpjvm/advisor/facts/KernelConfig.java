package io.github.hpjvm.advisor.facts;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The build options of the kernel about huge pages, in the order of its file.
 *
 * @param options by name, {@code CONFIG_TRANSPARENT_HUGEPAGE} to {@code y}; an option that is not set has {@code n}
 * @param note why these may not be the options of the running kernel; empty if they come from the kernel itself
 */
public record KernelConfig(Map<String, String> options, Optional<String> note) {

    public KernelConfig {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        Objects.requireNonNull(note, "note");
    }

    /** The value of an option; empty if the file does not name it, as with one whose conditions are not met. */
    public Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }
}
