package io.github.hpjvm.advisor.facts;

import java.util.List;
import java.util.Optional;

/**
 * The arguments of the kernel about huge pages
 * (Documentation/admin-guide/kernel-parameters.txt).
 *
 * @param arguments in their order, which matters for hugetlb
 * @param pools requested hugetlb pools
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
     * @param value text after the equals sign; empty if there is none
     */
    public record Argument(String name, String value) {}

    /** The value of the last argument of that name: for most arguments the kernel uses the last value. */
    public Optional<String> last(String name) {
        return arguments.stream()
                .filter(argument -> argument.name().equals(name))
                .map(Argument::value)
                .reduce((first, second) -> second);
    }
}
