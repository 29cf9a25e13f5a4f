package io.github.hpjvm.advisor.action;

/** When a plan carries out an action, in the order of execution. */
public enum Phase {
    /** The running host: kernel files and control groups. */
    HOST,
    /** Settings that a reboot brings into effect. */
    BOOT,
    /** The specification of the pod or the container. */
    POD,
    /** The Java runtime. */
    JDK,
    /** Arguments and environment of the JVM. */
    START,
    /** A restart of the JVM with its present arguments. */
    RESTART
}
