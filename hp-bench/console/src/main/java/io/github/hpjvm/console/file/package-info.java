/** Files that the user names: input within bounds, and output that replaces a file as a whole. */
package io.github.hpjvm.console.file;
