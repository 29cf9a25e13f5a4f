/** Reads small text files of {@code /proc}, {@code /sys} and captured trees within bounds, and parses them. */
package io.github.hpjvm.advisor.read.file;
