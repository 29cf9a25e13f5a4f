/**
 * A plan in the form that the reader's machine uses: a shell script, sysctl.d, tuned, systemd, kernel arguments,
 * Kubernetes, or flags for the JVM. Text in, text out: nothing here looks at a machine. Each form has one class, and each
 * quoting language one.
 */
package io.github.hpjvm.advisor.emit;
