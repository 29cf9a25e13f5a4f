/** Exit codes, the options that several commands have, and the messages for invalid arguments. */
package io.github.hpjvm.cli.option;
