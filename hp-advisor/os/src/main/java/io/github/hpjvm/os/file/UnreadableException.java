package io.github.hpjvm.os.file;

import java.io.IOException;
import java.nio.file.Path;

/** A file could not be read. The message is the reason, as a clause. */
public final class UnreadableException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kind of a reason. */
    public enum Kind {
        /** There is no such file. */
        NOT_PRESENT,
        /** The permission to read it is missing. */
        DENIED,
        /** It is not a file of the kind or size that is read. */
        UNUSABLE,
        /** Reading it takes too long. */
        TIMED_OUT
    }

    private final Kind kind;
    private final transient Path file;
    private final String whatToDo;

    UnreadableException(Kind kind, Path file, String why, String whatToDo) {
        super(why);
        this.kind = kind;
        this.file = file;
        this.whatToDo = whatToDo;
    }

    /** Returns the kind of the reason. */
    public Kind kind() {
        return kind;
    }

    /** Returns the file as the caller named it. */
    public Path file() {
        return file;
    }

    /** Returns what the user can do, as a clause; empty if there is nothing. */
    public String whatToDo() {
        return whatToDo;
    }
}
