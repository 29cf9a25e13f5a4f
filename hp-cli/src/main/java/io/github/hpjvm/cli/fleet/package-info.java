/** {@code hp-cli fleet}: advice on the snapshots of many hosts. */
package io.github.hpjvm.cli.fleet;
