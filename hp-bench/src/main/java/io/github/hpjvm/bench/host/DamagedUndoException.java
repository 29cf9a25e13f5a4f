package io.github.hpjvm.bench.host;

import java.io.IOException;

/** An undo file cannot be read as it was written. Nothing was put back from it, and it was left where it is. */
public final class DamagedUndoException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedUndoException(String message) {
        super(message);
    }
}
