/** {@code hp-cli advise} and {@code hp-cli explain}. */
package io.github.hpjvm.cli.advise;
