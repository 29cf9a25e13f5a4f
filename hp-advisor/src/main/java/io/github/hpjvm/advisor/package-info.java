/**
 * Entry points of the library, which compute advice from facts. Pure: no class here prints, reads the machine or ends a
 * JVM.
 */
package io.github.hpjvm.advisor;
