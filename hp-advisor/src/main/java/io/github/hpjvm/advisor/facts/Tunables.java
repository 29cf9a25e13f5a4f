package io.github.hpjvm.advisor.facts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/** The tunables of glibc in the environment: {@code name=value}, separated by colons. */
public final class Tunables {
    public static final String VARIABLE = "GLIBC_TUNABLES";

    /** The tunable that limits the number of arenas of malloc. */
    public static final String ARENAS = "glibc.malloc.arena_max";

    /** With 0 glibc 2.38 and newer marks each new thread stack with MADV_NOHUGEPAGE (allocate_stack in nptl/allocatestack.c). */
    public static final String STACKS = "glibc.pthread.stack_hugetlb";

    private static final String MALLOC = "glibc.malloc.hugetlb";

    private Tunables() {}

    /** The value of glibc.malloc.hugetlb; empty if it is not set. */
    public static String malloc(String tunables) {
        return value(tunables, MALLOC);
    }

    /** The value of glibc.malloc.hugetlb as a number; empty if it is not set or is none. glibc reads it like strtoul. */
    public static OptionalLong mallocNumber(String tunables) {
        try {
            return OptionalLong.of(Long.decode(malloc(tunables)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** The last value of a tunable; empty if it is not set. */
    public static String value(String tunables, String name) {
        return Arrays.stream(tunables.split(":"))
                .filter(one -> one.startsWith(name + "="))
                .map(one -> one.substring(name.length() + 1))
                .reduce((first, last) -> last)
                .orElse("");
    }

    /** The same tunables with another value of glibc.malloc.hugetlb. */
    public static String withMalloc(String tunables, String value) {
        return with(tunables, MALLOC, value);
    }

    /** The same tunables with another value of one of them. */
    public static String with(String tunables, String name, String value) {
        List<String> all = new ArrayList<>(Arrays.stream(tunables.split(":"))
                .filter(one -> !one.isEmpty() && !one.startsWith(name + "="))
                .toList());
        all.add(name + "=" + value);
        return String.join(":", all);
    }
}
