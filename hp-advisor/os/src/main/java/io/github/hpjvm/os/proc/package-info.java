/** Parsers of files of {@code /proc} and {@code /sys} that several modules read. Pure, but for links. */
@NullMarked
package io.github.hpjvm.os.proc;

import org.jspecify.annotations.NullMarked;
