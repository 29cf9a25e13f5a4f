package io.github.hpjvm.os.libc;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * The kernel's error that an exception represents, if Java has no exception of its own for it. Its message then has no
 * number, but the text of {@code strerror(3)} in the language of the user ({@code LC_MESSAGES}).
 */
public enum Errno {
    EPERM(1, "Operation not permitted"),
    ESRCH(3, "No such process"),
    EAGAIN(11, "Resource temporarily unavailable"),
    EACCES(13, "Permission denied"),
    ENOTDIR(20, "Not a directory"),
    ENOSYS(38, "Function not implemented"),
    ELOOP(40, "Too many levels of symbolic links"),
    EOPNOTSUPP(95, "Operation not supported");

    private final int number;
    /** The text of glibc. */
    private final String english;

    Errno(int number, String english) {
        this.number = number;
        this.english = english;
    }

    /** Returns its meaning in English, whatever the language of the user. Facts are the same in all languages. */
    public String words() {
        return english;
    }

    /**
     * Returns the error that the exception names; empty if it is none of them, or if its text is missing, as in an
     * AccessDeniedException.
     */
    public static Optional<Errno> of(IOException e) {
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? Optional.empty() : of(reason, Errno::inTheLanguageOfTheUser);
    }

    /**
     * Returns the error. English is tried first, because a query of the user's language costs some 50 ms once in a
     * process.
     */
    static Optional<Errno> of(String reason, IntFunction<Optional<String>> strerror) {
        // Java appends words to the text of some errors.
        for (Errno errno : values()) {
            if (reason.startsWith(errno.english)) {
                return Optional.of(errno);
            }
        }
        for (Errno errno : values()) {
            Optional<String> text = strerror.apply(errno.number);
            if (text.filter(t -> !t.isBlank() && reason.startsWith(t)).isPresent()) {
                return Optional.of(errno);
            }
        }
        return Optional.empty();
    }

    /** Returns the text that Java has put into its message; empty without JNA, and where JNA would cause a warning. */
    private static Optional<String> inTheLanguageOfTheUser(int number) {
        try {
            return CLibrary.jnaIsSilent() ? CFunction.callForText("strerror", number) : Optional.empty();
        } catch (LinkageError e) {
            return Optional.empty();
        }
    }
}
