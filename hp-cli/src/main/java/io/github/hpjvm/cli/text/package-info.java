/** The text output of the commands: pure functions from facts, advice and predictions to text. */
package io.github.hpjvm.cli.text;
