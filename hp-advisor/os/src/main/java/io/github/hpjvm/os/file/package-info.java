/** Opens files that a user or another process names, and reads them within bounds. */
@NullMarked
package io.github.hpjvm.os.file;

import org.jspecify.annotations.NullMarked;
