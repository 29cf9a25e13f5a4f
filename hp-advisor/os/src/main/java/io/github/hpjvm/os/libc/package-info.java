/** Calls the C library if Java has no method of its own: by {@code java.lang.foreign}, or by JNA. */
@NullMarked
package io.github.hpjvm.os.libc;

import org.jspecify.annotations.NullMarked;
