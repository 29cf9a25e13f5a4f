package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Why a kernel file could not be read or written, and what to do about it: words without a full stop at the end. */
final class WriteFailure {
    private WriteFailure() {}

    static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "this kernel has no such file; see whether huge pages of that kind and size are configured";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied; run as root, in a container as a privileged one";
        }
        String reason = reason(e);
        String words = reason.toLowerCase(Locale.ROOT);
        if (words.contains("read-only")) {
            return "it is mounted read-only here, as in a container; do it on the host itself";
        }
        if (words.contains("operation not permitted")) {
            return "the kernel does not permit it to this process; run as root, in a container as a privileged one";
        }
        if (words.contains("invalid argument")) {
            return "the kernel refuses this value; see which values it takes with cat";
        }
        return reason;
    }

    private static String reason(IOException e) {
        String reason =
                e instanceof FileSystemException file && file.getReason() != null ? file.getReason() : e.getMessage();
        String line = PlainText.oneLine(reason == null ? e.getClass().getSimpleName() : reason);
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
