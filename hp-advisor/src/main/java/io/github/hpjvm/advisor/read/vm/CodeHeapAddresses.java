package io.github.hpjvm.advisor.read.vm;

import io.github.hpjvm.advisor.facts.AddressRange;
import java.util.List;

/**
 * The addresses of a JVM's compiled code, from the text of {@code jcmd PID Compiler.codecache}, which 9 and newer know.
 */
public final class CodeHeapAddresses {
    private CodeHeapAddresses() {}

    /** Returns the addresses of all code heaps as they are reserved, neighbours joined; none if the text has none. */
    public static List<AddressRange> ranges(String codecache) {
        return Located.code(codecache);
    }
}
