/**
 * What a JVM wants of hugetlb pools, piece by piece and in the order in which it reserves them, release by release: the
 * sizes of heap and code cache as the collector rounds them, the tables beside the heap, and how many pages that is. It
 * knows nothing of the host but its page sizes; what a pool then gives is for others to say.
 *
 * <p>{@link io.github.hpjvm.advisor.hotspot.bill.MeasuredRelease} has the pieces,
 * {@link io.github.hpjvm.advisor.hotspot.bill.PoolBill} adds them up.
 */
package io.github.hpjvm.advisor.hotspot.bill;
