package io.github.hpjvm.bench.doctor;

import io.github.hpjvm.bench.variant.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The variants that can be measured on a host, and the commands to type.
 *
 * @param now variants that can be measured without a change of the host
 * @param afterChange variants that need a change of the host, which {@code --provision} makes
 * @param unsupported variants that the JVM or the kernel does not support
 * @param counters whether the CPU's counters are available
 * @param root whether this process may change the host
 * @param denied reason why every campaign is refused; empty if there is none
 */
record Conclusion(
        List<Variant> now,
        List<Variant> afterChange,
        List<Variant> unsupported,
        boolean counters,
        boolean root,
        Optional<String> denied) {
    /** The variants of {@code bench run} without {@code --variants}. */
    private static final List<String> DEFAULTS = List.of("baseline", "thp", "hugetlb");

    Conclusion {
        now = List.copyOf(now);
        afterChange = List.copyOf(afterChange);
        unsupported = List.copyOf(unsupported);
    }

    /** The conclusion in lines: what can be measured, what cannot, and what to type. */
    List<String> lines() {
        if (denied.isPresent()) {
            return List.of("Can be measured now: nothing", "Correct first: " + denied.get());
        }
        List<String> lines = new ArrayList<>();
        lines.add("Can be measured now: " + names(now));
        if (!afterChange.isEmpty()) {
            lines.add("Needs a change of the host (--provision): " + names(afterChange));
        }
        if (!unsupported.isEmpty()) {
            lines.add("Not supported by this JVM or kernel: " + names(unsupported));
        }
        lines.add(
                counters
                        ? "CPU counters: available (--profilers perfnorm)"
                        : "CPU counters: not available; times and pages are measured without them");
        commands().forEach(command -> lines.add("Type: " + command));
        return lines;
    }

    private Stream<String> commands() {
        List<String> defaultsNow =
                now.stream().map(Variant::name).filter(DEFAULTS::contains).toList();
        boolean all = defaultsNow.size() == DEFAULTS.size();
        String run = "hp-cli bench run" + (all ? "" : " --variants " + String.join(",", defaultsNow));
        boolean provision = afterChange.stream().map(Variant::name).anyMatch(DEFAULTS::contains);
        return Stream.of(
                        defaultsNow.size() > 1 ? Optional.of(run) : Optional.<String>empty(),
                        provision
                                ? Optional.of((root ? "" : "sudo ") + "hp-cli bench run --provision")
                                : Optional.<String>empty())
                .flatMap(Optional::stream);
    }

    private static String names(List<Variant> variants) {
        return variants.isEmpty()
                ? "none"
                : variants.stream().map(Variant::name).collect(Collectors.joining(", "));
    }
}
