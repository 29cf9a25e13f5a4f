package io.github.hpjvm.advisor.health;

/** The overall result of a check. */
public enum HealthStatus {
    /** No findings: the heap has the requested pages, or would not benefit from others. */
    OK,
    /** There are findings, all below the severity {@code failOn}. The service works and could be improved. */
    ADVICE,
    /** A finding has at least the severity {@code failOn}. Never unless {@code failOn} is set. */
    DOWN,
    /** The facts do not suffice, or not yet. The report states the reason. */
    UNKNOWN,
    /** The JVM is not HotSpot, or the system is not Linux. */
    NOT_APPLICABLE
}
