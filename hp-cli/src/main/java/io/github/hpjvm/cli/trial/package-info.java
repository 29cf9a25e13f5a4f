/** The commands that change the pages of a running JVM. */
package io.github.hpjvm.cli.trial;
