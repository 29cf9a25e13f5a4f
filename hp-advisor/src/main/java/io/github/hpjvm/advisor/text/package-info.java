/** Names of flags, and tables of this project. Cheap at their first use, as {@code io.github.hpjvm.os.text}. */
@NullMarked
package io.github.hpjvm.advisor.text;

import org.jspecify.annotations.NullMarked;
