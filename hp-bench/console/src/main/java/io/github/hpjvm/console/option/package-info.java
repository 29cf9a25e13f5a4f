/** Values of options that several commands have. */
package io.github.hpjvm.console.option;
