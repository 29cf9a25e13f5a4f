/** The commands about builds of the JDK. */
package io.github.hpjvm.cli.jdk;
