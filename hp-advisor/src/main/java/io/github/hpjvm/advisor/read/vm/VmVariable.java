package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.os.text.JavaOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * The options that HotSpot reads from a variable of its environment. Java 8 copies the value to a buffer of 1024 bytes, ignores
 * a value that does not fit, and reads at most 64 options (parse_options_environment_variable in
 * {@code hotspot/src/share/vm/runtime/arguments.cpp} of jdk8u). It says nothing: measured with 8u504. Java 11 has neither limit.
 *
 * @param words the options
 * @param openQuote whether the value ends within quotes, which the VM refuses
 * @param ignored which options the VM ignores, as a sentence; empty if it reads all of them
 */
record VmVariable(List<String> words, boolean openQuote, Optional<String> ignored) {
    private static final int LAST_WITH_LIMITS = 8;
    private static final int BUFFER = 1024;
    private static final int MOST_OPTIONS = 64;

    static VmVariable of(String name, String value, int feature) {
        List<String> words = JavaOptions.words(value);
        if (feature > LAST_WITH_LIMITS) {
            return new VmVariable(words, JavaOptions.hasOpenQuote(value), Optional.empty());
        }
        int bytes = value.getBytes(StandardCharsets.UTF_8).length;
        if (bytes >= BUFFER) {
            String why = "Java 8 ignores " + name + " and does not say so: it has " + bytes + " bytes, and at most "
                    + (BUFFER - 1) + " are read.";
            return new VmVariable(List.of(), false, Optional.of(why));
        }
        if (words.size() > MOST_OPTIONS) {
            String why = "Java 8 reads only the first " + MOST_OPTIONS + " of the " + words.size() + " options in "
                    + name + ", and does not say so.";
            return new VmVariable(words.subList(0, MOST_OPTIONS), false, Optional.of(why));
        }
        return new VmVariable(words, JavaOptions.hasOpenQuote(value), Optional.empty());
    }
}
