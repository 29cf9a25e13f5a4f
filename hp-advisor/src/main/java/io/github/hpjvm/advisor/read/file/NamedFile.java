package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BoundedFile;
import io.github.hpjvm.os.file.UnreadableException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Reads a file that the user names, within the bounds of {@link BoundedFile}. An absent fact says what is wrong; its grant
 * says what to do.
 */
public final class NamedFile {
    /** The largest size that is read of a file. */
    public static final Bytes LARGEST = Bytes.of(BoundedFile.LARGEST);

    private NamedFile() {}

    /** Returns the bytes of a file of at most {@link #LARGEST}. */
    public static Fact<byte[]> read(Path file) {
        return read(file, LARGEST);
    }

    /** Returns the bytes of a file of at most {@code limit}. */
    public static Fact<byte[]> read(Path file, Bytes limit) {
        return read(file, limit, BoundedFile.time(file));
    }

    static Fact<byte[]> read(Path file, Bytes limit, Duration time) {
        return fact(file, () -> BoundedFile.read(file, limit.value(), time));
    }

    /** Returns the bytes of a file of at most {@code limit}, which may be compressed by gzip. */
    public static Fact<byte[]> readPacked(Path file, Bytes limit) {
        return fact(file, () -> BoundedFile.readPacked(file, limit.value(), BoundedFile.time(file)));
    }

    private interface Reading {
        byte[] bytes() throws UnreadableException;
    }

    private static Fact<byte[]> fact(Path file, Reading reading) {
        try {
            return Fact.known(reading.bytes(), Source.of(file));
        } catch (UnreadableException e) {
            return Fact.absent(reason(e.kind()), Source.of(file, String.valueOf(e.getMessage())), e.whatToDo());
        }
    }

    private static Reason reason(UnreadableException.Kind kind) {
        return switch (kind) {
            case NOT_PRESENT -> Reason.NOT_PRESENT;
            case DENIED -> Reason.DENIED;
            case UNUSABLE -> Reason.MALFORMED;
            case TIMED_OUT -> Reason.TIMED_OUT;
        };
    }
}
