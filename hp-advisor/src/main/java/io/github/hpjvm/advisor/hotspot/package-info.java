/**
 * The use of huge pages by HotSpot, release by release, as pure functions. They do no I/O and do not depend on the
 * machine that they run on. They follow the source of HotSpot; tests compare them with real JVMs.
 *
 * <p>The package {@code flag} reads the command line, and {@code bill} computes the pool pages that a JVM needs. Neither
 * depends on this package, which adds the host. {@link io.github.hpjvm.advisor.hotspot.PageModel} predicts.
 */
package io.github.hpjvm.advisor.hotspot;
