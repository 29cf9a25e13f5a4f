/** {@code hp-cli emit}: writes a plan as scripts and configuration files. */
package io.github.hpjvm.cli.emit;
