/** Ends provisioned campaigns at random moments and checks that the host gets its settings back. */
package io.github.hpjvm.it.kill;
