/** The console of this process. */
package io.github.hpjvm.console;
