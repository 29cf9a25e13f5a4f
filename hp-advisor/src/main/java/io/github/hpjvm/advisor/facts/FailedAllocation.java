package io.github.hpjvm.advisor.facts;

import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.os.text.Visible;
import java.util.Objects;

/**
 * Memory that a JVM could not get and ended for ({@code VMError::report} of
 * {@code src/hotspot/share/utilities/vmError.cpp}).
 *
 * @param call the failed call: {@code mmap}, {@code malloc}; empty if the log does not name it
 * @param bytes the size
 * @param purpose its purpose in the words of the JVM: {@code committing reserved memory}
 */
public record FailedAllocation(String call, Bytes bytes, String purpose) {
    private static final int LONGEST = 100;

    public FailedAllocation {
        call = Visible.name(call, LONGEST);
        Objects.requireNonNull(bytes, "bytes");
        purpose = Visible.name(purpose, LONGEST);
    }
}
