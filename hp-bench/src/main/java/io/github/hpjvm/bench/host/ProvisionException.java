package io.github.hpjvm.bench.host;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Signals a failed change of the host. The message is one line: failure, reason, remedy and the host's state now. */
public final class ProvisionException extends IOException {
    private static final long serialVersionUID = 1L;

    ProvisionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
