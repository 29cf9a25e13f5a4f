/** The description of the commands: help, man pages and completion scripts. */
package io.github.hpjvm.cli.help;
