/** Reads the process that it runs in, cheaply enough for a health check. */
package io.github.hpjvm.advisor.read.own;
