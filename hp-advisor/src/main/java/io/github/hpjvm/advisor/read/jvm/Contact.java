package io.github.hpjvm.advisor.read.jvm;

import java.time.Duration;
import java.util.Objects;

/**
 * Whether commands may be sent to a JVM, and the time limit for its answers.
 *
 * @param permission when the JVM may be contacted
 * @param timeout limit from the first contact to the last answer
 */
public record Contact(Permission permission, Duration timeout) {

    /** The limit of {@code jcmd}: sun.tools.attach.VirtualMachineImpl waits 10 s for a JVM to listen. */
    public static final Duration USUAL = Duration.ofSeconds(10);

    /** When a JVM may be contacted. */
    public enum Permission {
        /** Never. */
        NEVER,
        /** Where the kernel denies reading its memory, so that its tables are unknown. */
        WHERE_DENIED,
        /** For each fact that its tables do not have. */
        ALLOWED
    }

    public Contact {
        Objects.requireNonNull(permission, "permission");
        Objects.requireNonNull(timeout, "timeout");
    }

    public static Contact never() {
        return new Contact(Permission.NEVER, USUAL);
    }

    /** Returns the default: contact only where the memory may not be read. */
    public static Contact whereDenied() {
        return new Contact(Permission.WHERE_DENIED, USUAL);
    }

    public static Contact allowed() {
        return new Contact(Permission.ALLOWED, USUAL);
    }

    /** Returns the same permission with another time limit. */
    public Contact within(Duration limit) {
        return new Contact(permission, limit);
    }
}
