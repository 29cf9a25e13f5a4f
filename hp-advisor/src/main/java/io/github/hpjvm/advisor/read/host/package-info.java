/** Reads what a host says of itself: memory, huge pages, pools, control groups, kernel, mounts and machine. */
package io.github.hpjvm.advisor.read.host;
