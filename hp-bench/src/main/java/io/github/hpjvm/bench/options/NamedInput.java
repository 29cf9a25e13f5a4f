package io.github.hpjvm.bench.options;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.bench.error.UsageException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads files that the user names. A file that cannot be read is a usage error of one line. */
public final class NamedInput {
    private NamedInput() {}

    /**
     * The text of a file; bytes that are not UTF-8 become U+FFFD.
     *
     * @throws UsageException if the file cannot be read
     */
    public static String text(Path file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    /**
     * The text of a JSON file.
     *
     * @throws UsageException if the file cannot be read, or is not UTF-8
     */
    public static String json(Path file) {
        byte[] bytes = bytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UsageException(file + " is not JSON: its text is not UTF-8");
        }
    }

    /**
     * The bytes of a file, which may be compressed by gzip.
     *
     * @throws UsageException if the file cannot be read
     */
    public static byte[] packed(Path file) {
        return known(NamedFile.readPacked(file, NamedFile.LARGEST));
    }

    /**
     * Checks that a file is a regular one, before another reader opens it.
     *
     * @throws UsageException if it is not a regular file
     */
    public static void requireRegular(Path file) {
        known(NamedFile.regular(file));
    }

    private static byte[] bytes(Path file) {
        return known(NamedFile.read(file));
    }

    private static <T> T known(Fact<T> fact) {
        if (fact instanceof Fact.Absent<T> absent) {
            throw new UsageException("cannot read " + absent.source().path() + ": "
                    + absent.source().excerpt() + "; " + absent.grant());
        }
        return fact.known().orElseThrow();
    }
}
