package io.github.hpjvm.advisor.facts;

/** Programs that are known to use huge pages, identified by name. */
public enum ProcessKind {
    JVM,
    POSTGRESQL,
    MYSQL,
    REDIS,
    QEMU,
    OTHER
}
