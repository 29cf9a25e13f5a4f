/**
 * Reads a host, one JVM or all of them. This and the packages below are the only ones of the advisor that touch
 * {@code /proc}, {@code /sys}, processes and sockets; every reader takes its root, and what parses is a pure function of
 * text.
 */
package io.github.hpjvm.advisor.read;
