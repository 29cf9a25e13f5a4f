package io.github.hpjvm.advisor.read.jvm;

import io.github.hpjvm.advisor.read.attach.Attach;
import io.github.hpjvm.os.time.Patience;
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
        return new Contact(Permission.NEVER, Patience.with(USUAL));
    }

    /** Returns the default: contact only where the memory may not be read. */
    public static Contact whereDenied() {
        return new Contact(Permission.WHERE_DENIED, Patience.with(USUAL));
    }

    public static Contact allowed() {
        return new Contact(Permission.ALLOWED, Patience.with(USUAL));
    }

    /** Returns the same permission with another time limit. */
    public Contact within(Duration limit) {
        return new Contact(permission, limit);
    }

    /** Returns the number of JVMs that were contacted and have not answered. A file in their temporary folder is left. */
    public static int unanswered() {
        return Attach.unanswered();
    }

    /** Waits until each of these JVMs has answered or ended, and its file is removed. */
    public static void awaitAnswers() throws InterruptedException {
        Attach.awaitAnswers();
    }
}
