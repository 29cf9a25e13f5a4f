/** Comparison of two snapshots of one host. Pure. */
package io.github.hpjvm.advisor.compare;
