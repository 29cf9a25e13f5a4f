/** Sends commands to a running JVM through its attach socket, and prevents other users from abusing that. */
package io.github.hpjvm.advisor.read.attach;
