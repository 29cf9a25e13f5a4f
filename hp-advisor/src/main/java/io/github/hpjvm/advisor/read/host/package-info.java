/** Reads the facts of a host: memory, huge pages, pools, control groups, kernel, mounts and machine. */
package io.github.hpjvm.advisor.read.host;
