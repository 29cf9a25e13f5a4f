package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
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
    public record Argument(String name, String value) {
        private String text() {
            return name + "=" + value;
        }
    }

    /**
     * Returns the memory that is set aside for gigantic pages at run time: {@code hugetlb_cma=4G}, or {@code 0:2G,1:2G} for
     * each node (cmdline_parse_hugetlb_cma in {@code mm/hugetlb_cma.c}). Zero without such an argument.
     */
    public Bytes giganticArea() {
        Bytes sum = Bytes.ZERO;
        for (String part : last("hugetlb_cma").orElse("").split(",")) {
            try {
                sum = sum.plus(Bytes.parse(part.substring(part.indexOf(':') + 1)));
            } catch (IllegalArgumentException | ArithmeticException e) {
                return Bytes.ZERO; // The kernel ignores the rest of such a list.
            }
        }
        return sum;
    }

    /**
     * The arguments that set the number of pages of that size; empty if none does. A later argument has no effect: the kernel
     * ignores a second {@code hugepagesz=} of a size together with its {@code hugepages=}. A {@code hugepages=} in front of
     * all sizes counts for the default size, also against one that names it (hugepagesz_setup, hugetlb_init of {@code
     * mm/hugetlb.c}).
     */
    public Optional<String> ofPool(Bytes pageSize, Bytes defaultSize) {
        String named = "";
        boolean matches = pageSize.equals(defaultSize);
        for (Argument argument : arguments) {
            boolean only = argument.name().equals("hugepagesz");
            if (!only && !named.isEmpty() && isDefault(argument, pageSize)) {
                continue; // The next count still belongs to the size that was named before.
            }
            if (only || argument.name().equals("default_hugepagesz")) {
                if (!named.isEmpty()) {
                    return Optional.of(named);
                }
                matches = isSize(argument.value(), pageSize);
                named = only && matches ? argument.text() : "";
            } else if (argument.name().equals("hugepages") && matches) {
                return Optional.of((named + " " + argument.text()).strip());
            }
        }
        return Optional.of(named).filter(text -> !text.isEmpty());
    }

    private static boolean isDefault(Argument argument, Bytes size) {
        return argument.name().equals("default_hugepagesz") && isSize(argument.value(), size);
    }

    private static boolean isSize(String text, Bytes size) {
        try {
            return Bytes.parse(text).equals(size);
        } catch (IllegalArgumentException | ArithmeticException e) {
            return false;
        }
    }

    /** The value of the last argument of that name: for most arguments the kernel uses the last value. */
    public Optional<String> last(String name) {
        return arguments.stream()
                .filter(argument -> argument.name().equals(name))
                .map(Argument::value)
                .reduce((first, second) -> second);
    }
}
