/** Asks a running JVM through its attach socket, and lets no other user use that. */
package io.github.hpjvm.advisor.read.attach;
