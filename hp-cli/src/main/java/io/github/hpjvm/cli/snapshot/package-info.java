/** {@code hp-cli snapshot} and {@code hp-cli diff}. */
package io.github.hpjvm.cli.snapshot;
