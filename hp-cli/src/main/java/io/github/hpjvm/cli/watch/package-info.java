/** Commands that observe for a time: {@code hp-cli watch}, {@code stalls} and {@code tlb}. */
package io.github.hpjvm.cli.watch;
