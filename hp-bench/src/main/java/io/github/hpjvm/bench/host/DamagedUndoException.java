package io.github.hpjvm.bench.host;

import java.io.IOException;

/** Signals an undo file that is damaged or refused. Nothing was restored from it, and the file was not changed. */
public final class DamagedUndoException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedUndoException(String message) {
        super(message);
    }
}
