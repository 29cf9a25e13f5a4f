/** The front door of the library: from facts to advice. Pure; nothing here prints, reads or ends a JVM. */
package io.github.hpjvm.advisor;
