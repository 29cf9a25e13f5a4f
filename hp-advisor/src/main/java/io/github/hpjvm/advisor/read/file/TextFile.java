package io.github.hpjvm.advisor.read.file;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.facts.Source;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.Reason;
import io.github.hpjvm.os.file.BytePath;
import io.github.hpjvm.os.libc.Errno;
import io.github.hpjvm.os.text.MalformedTextException;
import io.github.hpjvm.os.text.Visible;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;

/** Reads a whole text file of {@code /proc}, {@code /sys} or a captured tree, or gives the reason why it could not. */
public final class TextFile {

    /** Default limit of a file. */
    public static final Bytes LIMIT = Bytes.ofMiB(1);

    /** Texts of at most so many characters have an excerpt without trailing blanks. */
    private static final int SHORT = 4096;

    /** Most files are shorter. The JDK reads up to 8192 bytes without a buffer of its own (io_util.c). */
    private static final int USUAL = 4096;

    private TextFile() {}

    /** Reads as {@link #read(Path, Bytes)} with {@link #LIMIT}. */
    public static Fact<String> read(Path file) {
        return read(file, LIMIT);
    }

    /**
     * Returns the text of a file, as UTF-8; bytes that are not UTF-8 become U+FFFD. Other characters stay, because
     * names in the text may be names of files. Never throws because of the file or the kernel: absent is NOT_PRESENT,
     * EACCES and EPERM are DENIED, ESRCH is VANISHED, and a file that is no regular one, longer than {@code limit} or
     * contains NUL is MALFORMED.
     */
    public static Fact<String> read(Path file, Bytes limit) {
        return bytes(file, limit, true).flatMap(bytes -> text(file, bytes));
    }

    /**
     * Returns the first whole lines of a file that may be longer than {@code limit}; as {@link #read(Path, Bytes)}
     * otherwise.
     */
    public static Fact<String> head(Path file, Bytes limit) {
        return bytes(file, limit, false).flatMap(bytes -> {
            Fact<String> text = text(file, bytes);
            return bytes.length < limit.value() ? text : text.map(t -> t.substring(0, t.lastIndexOf('\n') + 1));
        });
    }

    /** Returns the first bytes of a file that may be longer. Absent facts are those of {@link #read(Path, Bytes)}. */
    public static Fact<byte[]> firstBytes(Path file, Bytes limit) {
        return bytes(file, limit, false);
    }

    /** Returns the bytes of a file. Limits and absent facts are those of {@link #read(Path, Bytes)}. */
    public static Fact<byte[]> bytes(Path file, Bytes limit) {
        return bytes(file, limit, true);
    }

    /**
     * Parses a file in which the kernel writes fields and no names of files. Invisible characters become U+FFFD before;
     * tabs and line ends stay. A {@link MalformedTextException} of the parser becomes MALFORMED.
     */
    public static <T> Fact<T> read(Path file, Function<String, T> parser) {
        return parsed(read(file).map(Visible::lines), parser);
    }

    public static <S, T> Fact<T> parsed(Fact<S> text, Function<S, T> parser) {
        return text.flatMap(t -> {
            try {
                return Fact.known(parser.apply(t), text.source());
            } catch (MalformedTextException e) {
                return Fact.absent(Reason.MALFORMED, Source.of(text.source().path(), String.valueOf(e.getMessage())));
            }
        });
    }

    private static Fact<byte[]> bytes(Path file, Bytes limit, boolean whole) {
        int most = (int) Math.min(limit.value(), Integer.MAX_VALUE - 16);
        return opened(file, in -> {
            byte[] bytes = upTo(in, whole ? most + 1 : most);
            return bytes.length > most
                    ? Fact.absent(Reason.MALFORMED, Source.of(file, "longer than " + limit))
                    : Fact.known(bytes, Source.of(file));
        });
    }

    /**
     * Returns the first bytes of a file. {@link InputStream#readNBytes} of a file asks for its length first, which the
     * files of {@code /proc} do not have.
     */
    private static byte[] upTo(InputStream in, int most) throws IOException {
        byte[] bytes = new byte[Math.min(most, USUAL)];
        int length = 0;
        while (length < most) {
            if (length == bytes.length) {
                bytes = Arrays.copyOf(bytes, (int) Math.min(most, 2L * length));
            }
            int count = in.read(bytes, length, bytes.length - length);
            if (count < 0) {
                break;
            }
            length += count;
        }
        return Arrays.copyOf(bytes, length);
    }

    /** Reads from an open file. */
    interface Reading<T> {
        Fact<T> from(InputStream in) throws IOException;
    }

    /** Opens a file, reads from it and closes it. Absent facts are those of {@link #read(Path, Bytes)}. */
    static <T> Fact<T> opened(Path file, Reading<T> reading) {
        try {
            if (!Files.isRegularFile(file)) {
                // This throws if there is another reason.
                Files.readAttributes(file, BasicFileAttributes.class);
                return Fact.absent(Reason.MALFORMED, Source.of(file, "not a regular file"));
            }
            try (InputStream in = open(file)) {
                return reading.from(in);
            }
        } catch (IOException e) {
            return absent(file, e);
        } catch (SecurityException e) {
            return denied(file, e.toString());
        }
    }

    /**
     * Opens a stream that reads from the file itself. {@link Files#newInputStream} uses a channel, which takes three
     * times as long for some hundred small files. This stream opens a file by text, which in some locales is the
     * name of another file unless all of it is ASCII.
     *
     * @throws IOException of the kind that {@code Files} throws, which gives the reason; {@code FileInputStream} does
     *     not
     */
    private static InputStream open(Path file) throws IOException {
        if (!BytePath.isAscii(file.toString())) {
            return Files.newInputStream(file);
        }
        try {
            return new FileInputStream(file.toString());
        } catch (FileNotFoundException e) {
            return Files.newInputStream(file);
        }
    }

    private static Fact<String> text(Path file, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf('\0') >= 0) {
            return Fact.absent(Reason.MALFORMED, Source.of(file, "not a text: it contains NUL"));
        }
        String excerpt = text.length() < SHORT ? text.stripTrailing() : text;
        return Fact.known(text, new Source(file.toString(), excerpt));
    }

    private static <T> Fact<T> absent(Path file, IOException e) {
        String message = String.valueOf(e.getMessage());
        if (e instanceof NoSuchFileException || e instanceof NotDirectoryException) {
            return Fact.absent(Reason.NOT_PRESENT, Source.of(file));
        }
        if (e instanceof AccessDeniedException) {
            return denied(file, Errno.EACCES.words());
        }
        Optional<Errno> errno = Errno.of(e);
        if (errno.isEmpty()) {
            return Fact.absent(Reason.MALFORMED, Source.of(file, "cannot be read: " + message));
        }
        String words = errno.get().words();
        return switch (errno.get()) {
            case ENOTDIR -> Fact.absent(Reason.NOT_PRESENT, Source.of(file));
            case EACCES, EPERM -> denied(file, words);
            case ESRCH -> Fact.absent(Reason.VANISHED, Source.of(file, words));
            case EOPNOTSUPP, ENOSYS -> Fact.absent(Reason.NOT_SUPPORTED, Source.of(file, words));
            case EAGAIN, ELOOP -> Fact.absent(Reason.MALFORMED, Source.of(file, "cannot be read: " + words));
        };
    }

    private static <T> Fact<T> denied(Path file, String message) {
        return Fact.absent(Reason.DENIED, Source.of(file, message), OwnRights.grant(file));
    }
}
