package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.os.text.Visible;

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

    public VmFlag {
        value = Credentials.masked(value);
        kind = Visible.name(kind, LONGEST);
        origin = Visible.name(origin, LONGEST);
    }

    /** The same flag with a masked value, because the value is a command. */
    public VmFlag masked() {
        return value.isEmpty() ? this : new VmFlag("***", kind, origin);
    }

    public boolean isTrue() {
        return value.equals("true");
    }
}
