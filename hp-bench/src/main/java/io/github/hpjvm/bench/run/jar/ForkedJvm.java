package io.github.hpjvm.bench.run.jar;

import io.github.hpjvm.bench.run.command.Conflicts;
import io.github.hpjvm.bench.run.command.Conflicts.Conflict;
import io.github.hpjvm.bench.variant.TargetJvm;
import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The arguments of a fork from the annotations of its benchmark and from the user, in the three lists of JMH. In each
 * list the command line replaces the annotation (newBenchmarkParams of Runner, in 1.21 as in 1.37). So a variant's
 * arguments have to be appended to the existing ones.
 *
 * @param prepend {@code @Fork(jvmArgsPrepend)} or {@code -jvmArgsPrepend}
 * @param own {@code @Fork(jvmArgs)} or {@code -jvmArgs}; empty if neither is given
 * @param append {@code @Fork(jvmArgsAppend)} or {@code -jvmArgsAppend}
 */
record ForkedJvm(List<String> prepend, Optional<List<String>> own, List<String> append) {
    /** Fills a list whose annotation must be ignored. */
    private static final String NOTHING = "-Dhp.override=true";

    static ForkedJvm of(BenchmarkListEntry benchmark, CommandLineOptions given) {
        return new ForkedJvm(
                either(given.getJvmArgsPrepend(), benchmark.getJvmArgsPrepend()).orElse(List.of()),
                either(given.getJvmArgs(), benchmark.getJvmArgs()),
                either(given.getJvmArgsAppend(), benchmark.getJvmArgsAppend()).orElse(List.of()));
    }

    private static Optional<List<String>> either(
            org.openjdk.jmh.util.Optional<Collection<String>> given,
            org.openjdk.jmh.util.Optional<Collection<String>> annotated) {
        if (given.hasValue() && given.get().isEmpty() && annotated.hasValue()) {
            // An empty list on the command line would not replace the annotation.
            return Optional.of(List.of(NOTHING));
        }
        org.openjdk.jmh.util.Optional<Collection<String>> first = given.hasValue() ? given : annotated;
        return first.hasValue() ? Optional.of(List.copyOf(first.get())) : Optional.empty();
    }

    /** All arguments, in JMH's order. */
    List<String> all() {
        List<String> all = new ArrayList<>(prepend);
        all.addAll(own.orElse(List.of()));
        all.addAll(append);
        return all;
    }

    /** Options for JMH that append the variant's arguments to all existing ones. */
    List<String> options(Variant variant, TargetJvm jvm) {
        if (!variant.after(all(), jvm).containsAll(all())) {
            return replaced(variant.after(all(), jvm));
        }
        List<String> options = new ArrayList<>();
        place(options, "-jvmArgsPrepend", prepend);
        own.ifPresent(it -> place(options, "-jvmArgs", it));
        List<String> last = new ArrayList<>(append);
        last.addAll(variant.arguments(jvm));
        place(options, "-jvmArgsAppend", last);
        return options;
    }

    /** The same without the arguments that contradict this variant. */
    List<String> overridden(Variant variant, TargetJvm jvm) {
        List<Conflict> conflicts = Conflicts.find(all(), List.of(variant), jvm);
        if (conflicts.isEmpty()) {
            return options(variant, jvm);
        }
        List<String> left = new ArrayList<>(Conflicts.without(all(), conflicts));
        left.addAll(variant.arguments(jvm));
        return replaced(left);
    }

    /** Options for JMH with these arguments only. */
    private static List<String> replaced(List<String> arguments) {
        return List.of("-jvmArgsPrepend", NOTHING, "-jvmArgs", JmhOptions.quoted(arguments), "-jvmArgsAppend", NOTHING);
    }

    private static void place(List<String> options, String name, List<String> arguments) {
        if (!arguments.isEmpty()) {
            options.add(name);
            options.add(JmhOptions.quoted(arguments));
        }
    }
}
