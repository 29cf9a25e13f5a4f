package io.github.hpjvm.bench.host;

import java.io.IOException;

/** The host could not be changed as asked. One line: what, why, what to do, and what state the host is in now. */
public final class ProvisionException extends IOException {
    private static final long serialVersionUID = 1L;

    ProvisionException(String message, Throwable cause) {
        super(message, cause);
    }
}
