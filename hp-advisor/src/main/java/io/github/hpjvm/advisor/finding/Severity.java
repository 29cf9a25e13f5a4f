package io.github.hpjvm.advisor.finding;

/** Severity of a finding, in rising order. */
public enum Severity {
    /** Huge pages are available and not requested, or a setting could be better. */
    INFO,
    /** Huge pages are requested and not, or not fully, granted; or there is a present risk of stalls or of more memory. A plan that leads to one is refused. */
    WARNING,
    /** The JVM will crash, refuse to start or run out of memory; or it holds pages of a pool, and none of them back the heap. */
    CRITICAL
}
