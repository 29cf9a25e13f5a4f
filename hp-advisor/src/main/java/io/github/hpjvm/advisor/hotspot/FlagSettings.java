package io.github.hpjvm.advisor.hotspot;

import io.github.hpjvm.advisor.facts.Missing;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What HotSpot makes of its arguments before any ergonomics: the flags that were given, with the value of their last
 * occurrence, those that it refuses, and what it says about them (Arguments::parse in
 * {@code src/hotspot/share/runtime/arguments.cpp}).
 */
final class FlagSettings {
    private final Map<String, String> given;
    private final Map<String, String> defaults;
    private final Optional<String> refusal;
    private final List<Warning> warnings;
    private final List<Missing> unknowns;

    FlagSettings(
            Map<String, String> given,
            Map<String, String> defaults,
            Optional<String> refusal,
            List<Warning> warnings,
            List<Missing> unknowns) {
        this.given = Map.copyOf(given);
        this.defaults = Map.copyOf(defaults);
        this.refusal = refusal;
        this.warnings = List.copyOf(warnings);
        this.unknowns = List.copyOf(unknowns);
    }

    /** Why HotSpot does not start with these arguments, in its own words; empty if it does, as far as they are known. */
    Optional<String> refusal() {
        return refusal;
    }

    /** What it says about arguments that it takes. */
    List<Warning> warnings() {
        return warnings;
    }

    /** The arguments of which it is not known whether that build takes them; if there are any, it may not start. */
    List<Missing> unknowns() {
        return unknowns;
    }

    /** Whether an argument sets the flag: FLAG_IS_DEFAULT is false then, also for one that sets the default value. */
    boolean isGiven(String flag) {
        return given.containsKey(flag);
    }

    /** The value of a boolean flag: as given, else the default of the build; false where it has no such flag. */
    boolean isOn(String flag) {
        return "true".equals(value(flag).orElse("false"));
    }

    /** The value of a number or a size, the latter in bytes: as given, else the default; empty if it has none. */
    Optional<Long> number(String flag) {
        return value(flag).map(Long::parseUnsignedLong);
    }

    /** The value as HotSpot would print it: as given, else the default of the build; empty if it has none. */
    Optional<String> value(String flag) {
        return Optional.ofNullable(given.getOrDefault(flag, defaults.get(flag)));
    }
}
