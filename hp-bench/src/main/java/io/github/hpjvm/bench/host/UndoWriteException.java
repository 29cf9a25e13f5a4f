package io.github.hpjvm.bench.host;

import java.io.IOException;

/** Signals that the undo file cannot be written; the kernel file was not changed. The message is one line. */
final class UndoWriteException extends IOException {
    private static final long serialVersionUID = 1L;

    UndoWriteException(String message, Throwable cause) {
        super(message, cause);
    }
}
