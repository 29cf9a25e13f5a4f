package io.github.hpjvm.console.error;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** An internal or host error that ends the campaign. The message is one line: the cause and what to do. */
public class BenchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BenchException(String message) {
        super(message);
    }

    public BenchException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The error with the message of its cause, or with the type of a cause without a message. */
    public static BenchException of(IOException e) {
        return new BenchException(e.getMessage() == null ? e.toString() : e.getMessage(), e);
    }

    /** A file could not be written or deleted; the message contains the file system's reason. */
    public static BenchException cannotWrite(Path file, IOException e) {
        return new BenchException("cannot write " + file + ": " + reason(e), e);
    }

    /** The reason. For some NIO exceptions only the type contains it, and the message is the path alone. */
    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "no such folder";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "a file of another type exists there";
        }
        return e instanceof FileSystemException system && system.getReason() != null
                ? system.getReason()
                : String.valueOf(e.getMessage());
    }
}
