/** Tables, styles, wrapped text and progress for a terminal; hp-cli uses them too. */
package io.github.hpjvm.bench.terminal;
