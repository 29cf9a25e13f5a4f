/** What commands print for people: pure functions from facts, advice and predictions to text. */
package io.github.hpjvm.cli.text;
