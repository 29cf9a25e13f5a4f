/**
 * Terms of findings and reports: regions of a JVM, kinds of pages, sizes, coverage, and why a fact is absent. The package
 * knows no host and no JVM.
 */
package io.github.hpjvm.advisor.term;
