/**
 * Makes one ordered plan from findings, without repetition, and tries it in the page model. For the pages of a heap, THP and
 * a hugetlb pool are alternatives.
 */
package io.github.hpjvm.advisor.plan;
