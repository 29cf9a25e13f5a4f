package io.github.hpjvm.advisor.facts;

/** Programs that are known to use huge pages, by what they are called. */
public enum ProcessKind {
    JVM,
    POSTGRESQL,
    MYSQL,
    REDIS,
    QEMU,
    OTHER
}
