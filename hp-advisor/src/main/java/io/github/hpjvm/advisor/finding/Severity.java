package io.github.hpjvm.advisor.finding;

/** How bad a finding is, in rising order. */
public enum Severity {
    /** Could have huge pages and did not ask. */
    INFO,
    /** Asked and did not, or not fully, get them; or a stall or a growth is at hand. */
    WARNING,
    /** Will crash, refuse to start or run out of memory; or pool memory is taken and the heap got nothing for it. */
    CRITICAL
}
