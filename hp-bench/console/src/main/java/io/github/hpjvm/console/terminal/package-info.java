/** Tables, styles, wrapped text and progress for a terminal. */
package io.github.hpjvm.console.terminal;
