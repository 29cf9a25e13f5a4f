/**
 * What HotSpot does with huge pages, release by release, as pure functions: no I/O, and nothing of the machine that it
 * runs on. The source of it is the source of HotSpot; the judge of it are real JVMs.
 */
package io.github.hpjvm.advisor.hotspot;
