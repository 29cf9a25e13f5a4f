package io.github.hpjvm.bench.host;

import java.io.IOException;

/** The undo file cannot be written; the kernel file that it was to announce was not touched. One line. */
final class UndoWriteException extends IOException {
    private static final long serialVersionUID = 1L;

    UndoWriteException(String message, Throwable cause) {
        super(message, cause);
    }
}
