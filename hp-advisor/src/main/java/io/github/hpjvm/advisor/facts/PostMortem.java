package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The facts of a crash log, or of a saved VM.info, about a JVM that has ended and about its host.
 *
 * @param jvm the JVM; the backing of its regions is absent, because there is no smaps
 * @param memory {@code /proc/meminfo} at that time
 * @param thp policy for transparent huge pages; JDK 17 and newer write it to the log
 * @param pools the hugetlb pool of the default size at that time, from the same {@code /proc/meminfo}
 */
public record PostMortem(Jvm jvm, Fact<Map<String, Bytes>> memory, Fact<ThpPolicy> thp, Fact<List<HugePool>> pools) {

    public PostMortem {
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(thp, "thp");
        Objects.requireNonNull(pools, "pools");
    }
}
