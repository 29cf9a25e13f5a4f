package io.github.hpjvm.advisor.facts;

import java.util.Objects;

/**
 * The value of a flag of a running JVM ({@code jcmd PID VM.flags -all}; JVMFlag::print_on in
 * {@code src/hotspot/share/runtime/flags/jvmFlag.cpp}). It is the final value: not what was asked for.
 *
 * @param value as the JVM prints it; credentials masked
 * @param kind such as {@code product} or {@code diagnostic}
 * @param origin such as {@code default}, {@code command line} or {@code ergonomic}; JDK 8 says only {@code default}
 *     or {@code changed}
 */
public record VmFlag(String value, String kind, String origin) {

    public VmFlag {
        value = Credentials.masked(value);
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(origin, "origin");
    }

    public boolean isTrue() {
        return value.equals("true");
    }
}
