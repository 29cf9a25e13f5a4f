/** The sources of facts that a command line names: PIDs, snapshots, saved outputs, and command lines of java. */
package io.github.hpjvm.cli.source;
