package io.github.hpjvm.advisor.health;

/** What a check comes to. */
public enum HealthStatus {
    /** There is nothing to be said: the heap has the pages that it asked for, or would gain nothing by others. */
    OK,
    /** There are findings, and none that the service wants to fail on. The service works; it could work better. */
    ADVICE,
    /** There is a finding that the service was told to fail on. Never unless {@code failOn} was set. */
    DOWN,
    /** It cannot be known, or not yet; the report says why. */
    UNKNOWN,
    /** This is no HotSpot JVM, or no Linux. */
    NOT_APPLICABLE
}
