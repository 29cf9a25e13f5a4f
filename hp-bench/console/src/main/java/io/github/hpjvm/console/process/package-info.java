/** State of this process, and its end by Ctrl-C or {@code kill}. */
package io.github.hpjvm.console.process;
