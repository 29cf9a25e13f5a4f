package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Path;

/** Signals that a private folder is absent and cannot be created: its parent is absent, read-only or full. One line. */
final class UnusableFolderException extends IOException {
    private static final long serialVersionUID = 1L;

    UnusableFolderException(Path folder, String why, Throwable cause) {
        super("cannot create the folder " + folder + ": " + why + ".", cause);
    }
}
