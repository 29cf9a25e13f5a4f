/** Advice for many hosts: rows and a summary, computed from snapshots. Pure. */
package io.github.hpjvm.advisor.fleet;
