/**
 * Reads host and JVM state. This is the only package of the advisor that touches {@code /proc}, {@code /sys},
 * processes and sockets; every reader takes its root, and what parses is a pure function of text.
 */
package io.github.hpjvm.advisor.read;
