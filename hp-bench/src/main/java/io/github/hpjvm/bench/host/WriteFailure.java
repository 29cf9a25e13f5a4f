package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Describes why a kernel file could not be read or written, and the remedy, without a full stop at the end. */
final class WriteFailure {
    private WriteFailure() {}

    static String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "this kernel has no such file; check that it supports huge pages of that kind and size";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied; run as root, and in a container with --privileged";
        }
        String reason = reason(e);
        String words = reason.toLowerCase(Locale.ROOT);
        if (words.contains("read-only")) {
            return "it is mounted read-only, as in a container; run on the host itself";
        }
        if (words.contains("operation not permitted")) {
            return "operation not permitted; run as root, and in a container with --privileged";
        }
        if (words.contains("invalid argument")) {
            return "the kernel refuses this value; cat the file to see the values that it accepts";
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
