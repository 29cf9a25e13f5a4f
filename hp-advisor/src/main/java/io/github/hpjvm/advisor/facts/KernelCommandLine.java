package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Optional;

/**
 * What the kernel was booted with, as far as huge pages are concerned
 * (Documentation/admin-guide/kernel-parameters.txt).
 *
 * @param arguments in their order, which matters for hugetlb
 * @param pools the hugetlb pools asked for
 */
public record KernelCommandLine(List<Argument> arguments, List<BootPool> pools) {

    public KernelCommandLine {
        arguments = List.copyOf(arguments);
        pools = List.copyOf(pools);
    }

    /**
     * One argument.
     *
     * @param name such as {@code transparent_hugepage}
     * @param value what follows the equals sign; empty if nothing does
     */
    public record Argument(String name, String value) {}

    /** The value of the last argument of that name: for most arguments it is the one that counts. */
    public Optional<String> last(String name) {
        return arguments.stream()
                .filter(argument -> argument.name().equals(name))
                .map(Argument::value)
                .reduce((first, second) -> second);
    }
}
