package io.github.hpjvm.bench.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The campaign cannot go on, for a reason of the host or of ours: one line, why and what to do. */
public class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }

    /** A file that could not be written or deleted, with the reason that the file system gave. */
    public static BenchException cannotWrite(Path file, IOException e) {
        return new BenchException("cannot write " + file + ": " + reason(e), e);
    }

    /** NIO tells some reasons by the type of the exception alone; the message is then no more than the path. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "there is no such folder";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "something else is in its place";
        }
        return e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(e.getMessage());
    }
}
