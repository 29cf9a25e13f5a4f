/** Changes to a JVM, a pod or a host as values, with their command, their cost and their undo. */
package io.github.hpjvm.advisor.action;
