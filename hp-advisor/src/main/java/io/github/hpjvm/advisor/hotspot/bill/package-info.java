/**
 * The pages of hugetlb pools that a JVM needs, release by release, piece by piece and in the order in which it reserves
 * them. This package computes the sizes of heap and code cache as the collector rounds them, the tables beside the
 * heap, and the number of pages. It depends on nothing of the host but its page sizes. It does not compute what a pool
 * gives.
 *
 * <p>{@link io.github.hpjvm.advisor.hotspot.bill.MeasuredRelease} has the pieces, {@link
 * io.github.hpjvm.advisor.hotspot.bill.PoolBill} adds them up.
 */
package io.github.hpjvm.advisor.hotspot.bill;
