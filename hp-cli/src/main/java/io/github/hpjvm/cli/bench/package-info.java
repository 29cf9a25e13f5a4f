/** {@code hp-cli bench} and {@code hp-cli try}. */
package io.github.hpjvm.cli.bench;
