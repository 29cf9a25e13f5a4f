/** Sizes of hugetlb pools: the pages that starting programs need beside the programs that use the pool already. */
package io.github.hpjvm.advisor.size;
