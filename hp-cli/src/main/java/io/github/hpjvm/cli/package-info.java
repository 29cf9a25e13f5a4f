/** The commands, one class each; the only place of the project that prints for people at a shell. */
package io.github.hpjvm.cli;
