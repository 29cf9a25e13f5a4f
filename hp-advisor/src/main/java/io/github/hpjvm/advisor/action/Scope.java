package io.github.hpjvm.advisor.action;

/** What a change touches, from narrow to wide. */
public enum Scope {
    JVM,
    POD,
    NODE,
    HOST
}
