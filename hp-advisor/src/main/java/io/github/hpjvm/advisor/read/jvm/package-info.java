/** Puts together one JVM from all that can be read of it. */
package io.github.hpjvm.advisor.read.jvm;
