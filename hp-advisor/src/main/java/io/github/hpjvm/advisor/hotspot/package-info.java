/**
 * What HotSpot does with huge pages, release by release, as pure functions: no I/O, and nothing of the machine that it
 * runs on. The source of it is the source of HotSpot; the judge of it are real JVMs.
 *
 * <p>The command line is read in {@link io.github.hpjvm.advisor.hotspot.flag}, what a JVM wants of pools stands in
 * {@link io.github.hpjvm.advisor.hotspot.bill}, and neither knows this package, which puts a host beside them:
 * {@link io.github.hpjvm.advisor.hotspot.PageModel} foretells.
 */
package io.github.hpjvm.advisor.hotspot;
