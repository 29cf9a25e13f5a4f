/** {@code hp-cli host}, {@code jvms} and {@code ps}: the state of this host and its processes. */
package io.github.hpjvm.cli.host;
