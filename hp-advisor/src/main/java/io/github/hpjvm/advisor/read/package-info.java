/**
 * Reads a host, one JVM or all of them. Only this package and the packages below access {@code /proc}, {@code /sys},
 * processes and sockets. Every reader takes its root. Every parser is a pure function of text.
 */
package io.github.hpjvm.advisor.read;
