/** {@code hp-cli predict} and {@code hp-cli size}: the pages that command lines need. */
package io.github.hpjvm.cli.predict;
