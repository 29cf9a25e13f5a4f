package io.github.hpjvm.advisor.facts;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The sysctls of memory management about huge pages (Documentation/admin-guide/sysctl/vm.rst).
 *
 * @param values by their name below {@code vm.}, such as {@code hugetlb_shm_group}; only sysctls of this kernel
 */
public record VmSysctls(Map<String, Long> values) {

    public VmSysctls {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
    }

    public Optional<Long> value(String name) {
        return Optional.ofNullable(values.get(name));
    }
}
