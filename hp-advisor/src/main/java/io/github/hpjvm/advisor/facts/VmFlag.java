package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The value of a flag of a running JVM ({@code jcmd PID VM.flags -all}; JVMFlag::print_on in
 * {@code src/hotspot/share/runtime/flags/jvmFlag.cpp}). It is the final value, which may differ from the requested one.
 *
 * @param value as the JVM prints it; credentials masked
 * @param kind such as {@code product} or {@code diagnostic}
 * @param origin such as {@code default}, {@code command line} or {@code ergonomic}; JDK 8 says only {@code default}
 *     or {@code changed}
 */
public record VmFlag(String value, String kind, String origin) {

    private static final int LONGEST = 64;

    /**
     * The flags that advice reads, of the 600 that a JVM has. {@code hp-cli fleet} reads no others from a snapshot: they are
     * nine tenths of its text.
     */
    private static final Set<String> FOR_ADVICE =
            Set.of("InitialHeapSize", "MaxHeapSize", "ReservedCodeCacheSize", "ThreadStackSize", "UseSharedSpaces");

    public VmFlag {
        value = Credentials.masked(value);
        kind = Visible.name(kind, LONGEST);
        origin = Visible.name(origin, LONGEST);
    }

    /**
     * The flags that advice reads, and those that do not have their default. The first flag that is no size of the heap stays
     * too: a JVM without any flag counts as not started, and a plan that changes the heap drops these sizes.
     *
     * @return in the order of all flags
     */
    static Map<String, VmFlag> compact(Map<String, VmFlag> all) {
        Map<String, VmFlag> few = new LinkedHashMap<>();
        boolean hasOther = false;
        for (Map.Entry<String, VmFlag> one : all.entrySet()) {
            if (!hasOther || isForAdvice(one.getKey()) || !one.getValue().isDefault()) {
                few.put(one.getKey(), one.getValue());
                hasOther |= !isSizeOfHeap(one.getKey());
            }
        }
        return few;
    }

    /** Returns whether a plan that changes the heap drops the flag of that name: the JVM computes it anew. */
    public static boolean isSizeOfHeap(String name) {
        return name.endsWith("HeapSize");
    }

    /** Returns whether the JVM has the flag's default, because no argument and no other flag changed it. */
    public boolean isDefault() {
        return origin.equals("default");
    }

    /** Returns whether advice reads the flag of that name. */
    public static boolean isForAdvice(String name) {
        return FOR_ADVICE.contains(name);
    }

    /**
     * The flag of that name; empty if the JVM has none.
     *
     * @throws IllegalArgumentException if it is not among the flags for advice, where each one that advice reads has to be
     */
    public static Optional<VmFlag> forAdvice(Map<String, VmFlag> flags, String name) {
        if (!isForAdvice(name)) {
            throw new IllegalArgumentException("add " + name + " to VmFlag.FOR_ADVICE");
        }
        return Optional.ofNullable(flags.get(name));
    }

    /** The same flag with a masked value, because the value is a command. */
    public VmFlag masked() {
        return value.isEmpty() ? this : new VmFlag("***", kind, origin);
    }

    public boolean isTrue() {
        return value.equals("true");
    }
}
