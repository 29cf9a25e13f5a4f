package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.text.MalformedTextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import java.util.function.LongConsumer;

/** The lines of a file that may be large. Only one piece of it is in memory at a time. */
public final class FileLines {

    /** Length of the buffer, and of the longest line. A name in maps has at most PATH_MAX bytes, each written as four. */
    private static final int BUFFER = 64 * 1024;

    /** Consumes one line. */
    @FunctionalInterface
    public interface Line {
        /**
         * Takes the line.
         *
         * @param to its end, without the line end
         * @return whether to read on
         */
        boolean take(byte[] buffer, int from, int to);

        /**
         * Returns the end of the line that begins at an index, if it is known without a search for the line end; -1
         * otherwise.
         *
         * @param to end of the bytes that were read
         */
        default int end(byte[] buffer, int from, int to) {
            return -1;
        }
    }

    /**
     * The extent of a reading.
     *
     * @param most a longer file is MALFORMED
     * @param piece number of bytes of one read call. The kernel holds locks of a process during one call
     * @param read gets the nanoseconds of each call
     */
    public record Limits(Bytes most, IntSupplier piece, LongConsumer read) {
        public Limits(Bytes most, int piece, LongConsumer read) {
            this(most, () -> piece, read);
        }
    }

    private final InputStream in;
    private final Limits limits;
    private final Line line;
    private final byte[] buffer = new byte[BUFFER];
    private int begin;
    private int end;
    private long bytes;
    private long lines;
    private boolean going = true;

    private FileLines(InputStream in, Limits limits, Line line) {
        this.in = in;
        this.limits = limits;
        this.line = line;
    }

    /**
     * Passes on the lines of a file, each without its end. A last line without an end is incomplete and left out.
     * Absent facts are those of {@link TextFile}. A {@link MalformedTextException} of the consumer is MALFORMED.
     *
     * @return the number of lines
     */
    public static Fact<Long> each(Path file, Limits limits, Line line) {
        return TextFile.opened(file, in -> {
            try {
                return Fact.known(new FileLines(in, limits, line).read(), Source.of(file));
            } catch (MalformedTextException e) {
                return Fact.absent(Reason.MALFORMED, Source.of(file, String.valueOf(e.getMessage())));
            }
        });
    }

    private long read() throws IOException {
        while (going) {
            int piece = limits.piece().getAsInt();
            makeRoom(piece);
            long start = System.nanoTime();
            int count = in.read(buffer, end, Math.min(piece, BUFFER - end));
            limits.read().accept(System.nanoTime() - start);
            if (count < 0) {
                break;
            }
            bytes += count;
            if (bytes > limits.most().value()) {
                throw new MalformedTextException("longer than " + limits.most(), text(0, Math.min(end, 120)));
            }
            int from = end;
            end += count;
            passOn(from);
        }
        return lines;
    }

    /** Moves the rest to the begin of the buffer if there is no room for another piece. */
    private void makeRoom(int piece) {
        if (BUFFER - end >= piece) {
            return;
        }
        System.arraycopy(buffer, begin, buffer, 0, end - begin);
        end -= begin;
        begin = 0;
        if (end == BUFFER) {
            throw new MalformedTextException("a line of more than " + BUFFER + " bytes", text(0, 120));
        }
    }

    /** Passes on the lines that end behind an index. */
    private void passOn(int from) {
        byte[] read = buffer;
        int last = end;
        int searched = from;
        while (going) {
            int lineEnd = line.end(read, begin, last);
            if (lineEnd < 0) {
                lineEnd = newline(read, searched, last);
            }
            if (lineEnd == last) {
                return;
            }
            lines++;
            going = line.take(read, begin, lineEnd);
            begin = lineEnd + 1;
            searched = begin;
        }
    }

    /** Returns the index of the next line end; {@code to} if there is none. */
    private static int newline(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    private String text(int from, int to) {
        return new String(buffer, from, to - from, StandardCharsets.UTF_8);
    }
}
