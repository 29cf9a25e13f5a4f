/** Time limits. */
@NullMarked
package io.github.hpjvm.os.time;

import org.jspecify.annotations.NullMarked;
