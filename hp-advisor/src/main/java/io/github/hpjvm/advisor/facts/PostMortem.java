package io.github.hpjvm.advisor.facts;

import java.util.Map;
import java.util.Objects;

/**
 * What a crash log, or a saved VM.info, says of a JVM that cannot be asked any more, and of its host.
 *
 * @param jvm the JVM; what stands behind its regions is absent, for there is no smaps
 * @param memory {@code /proc/meminfo} at that time
 * @param thp the policy for transparent huge pages; 17 and newer write it down
 */
public record PostMortem(Jvm jvm, Fact<Map<String, Bytes>> memory, Fact<ThpPolicy> thp) {

    public PostMortem {
        Objects.requireNonNull(jvm, "jvm");
        Objects.requireNonNull(memory, "memory");
        Objects.requireNonNull(thp, "thp");
    }
}
