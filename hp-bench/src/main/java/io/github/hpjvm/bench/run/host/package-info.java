/** Reads the host for a campaign. */
package io.github.hpjvm.bench.run.host;
