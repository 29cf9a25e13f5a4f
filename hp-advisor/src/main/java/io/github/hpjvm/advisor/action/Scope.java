package io.github.hpjvm.advisor.action;

/** The part of the system that a change touches, from narrow to wide. */
public enum Scope {
    JVM,
    POD,
    NODE,
    HOST
}
