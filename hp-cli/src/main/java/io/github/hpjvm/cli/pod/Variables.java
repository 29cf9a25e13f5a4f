package io.github.hpjvm.cli.pod;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The variables of a container. Those of a secret, a config map or a field have no value in the manifest. */
final class Variables {
    private final Expansion expansion = new Expansion();
    private final Map<String, Integer> elsewhere = new LinkedHashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final List<String> unread = new ArrayList<>();

    private Variables() {}

    /** Reads the variables. Those of {@code env} replace those of {@code envFrom}. */
    static Variables of(YamlValue container) {
        Variables variables = new Variables();
        List<YamlValue> sources = container.get("envFrom").map(YamlValue::list).orElse(List.of());
        sources.forEach(from -> variables.expansion.addFrom(prefix(from)));
        container.get("env").map(YamlValue::list).orElse(List.of()).forEach(variables::define);
        variables.elsewhere.forEach((name, line) ->
                variables.say(PodContainer.OPTIONS.contains(name), "variable " + name + " (line " + line + ")"));
        sources.forEach(from -> variables.say(
                variables.mayHaveOptions(prefix(from)), "variables of envFrom (line " + from.line() + ")"));
        variables.expansion.variables().forEach(variables::keep);
        return variables;
    }

    private static String prefix(YamlValue from) {
        return from.get("prefix").map(YamlValue::text).orElse("");
    }

    private void define(YamlValue variable) {
        String name = variable.get("name")
                .orElseThrow(() -> new PodException(variable.line(), "a variable without a name"))
                .text();
        if (variable.get("valueFrom").isPresent()) {
            expansion.defineElsewhere(name);
            elsewhere.put(name, variable.line());
        } else {
            expansion.define(name, variable.get("value").map(YamlValue::text).orElse(""), variable.line());
            elsewhere.remove(name);
        }
    }

    /** Returns whether variables with that prefix may have options of a JVM which {@code env} does not replace. */
    private boolean mayHaveOptions(String prefix) {
        return PodContainer.OPTIONS.stream()
                .anyMatch(name -> name.startsWith(prefix)
                        && !expansion.variables().containsKey(name)
                        && !elsewhere.containsKey(name));
    }

    private void say(boolean ofOptions, String what) {
        (ofOptions ? unread : unknown).add(what);
    }

    private void keep(String name, String value) {
        if (!PodContainer.OPTIONS.contains(name)) {
            environment.put(name, value);
            return;
        }
        KnownOptions options = KnownOptions.ofVariable(value, expansion.references());
        environment.put(name, String.join(" ", options.known()));
        unread.addAll(options.unread());
    }

    /** The text with the values of the variables. */
    String expanded(String text, int line) {
        return expansion.expanded(text, line);
    }

    /** The variables that have a value in the manifest; options of a JVM without those of {@link #unread}. */
    Map<String, String> environment() {
        return environment;
    }

    /** The variables without a value in the manifest that have no options of a JVM, each with its line. */
    List<String> unknown() {
        return unknown;
    }

    /** The variables and options of a JVM that have no value in the manifest. */
    List<String> unread() {
        return unread;
    }

    /** The references to variables without a value in the manifest, as far as texts were expanded. */
    Set<String> references() {
        return expansion.references();
    }
}
