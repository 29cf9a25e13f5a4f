package io.github.hpjvm.advisor.rule.support;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The tunables of glibc in the environment: {@code name=value}, separated by colons. */
public final class Tunables {
    public static final String VARIABLE = "GLIBC_TUNABLES";
    private static final String MALLOC = "glibc.malloc.hugetlb=";

    private Tunables() {}

    /** The value of glibc.malloc.hugetlb; empty if it is not set. */
    public static String malloc(String tunables) {
        return Arrays.stream(tunables.split(":"))
                .filter(one -> one.startsWith(MALLOC))
                .map(one -> one.substring(MALLOC.length()))
                .reduce((first, last) -> last)
                .orElse("");
    }

    /** The same tunables with another value of this one. */
    public static String withMalloc(String tunables, String value) {
        List<String> all = new ArrayList<>(Arrays.stream(tunables.split(":"))
                .filter(one -> !one.isEmpty() && !one.startsWith(MALLOC))
                .toList());
        all.add(MALLOC + value);
        return String.join(":", all);
    }
}
