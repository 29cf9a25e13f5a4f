package io.github.hpjvm.bench.options;

import io.github.hpjvm.advisor.facts.Fact;
import io.github.hpjvm.advisor.read.file.NamedFile;
import io.github.hpjvm.bench.error.UsageException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A file that a command reads because the user named it. What cannot be read is a usage error of one line. */
public final class NamedInput {
    private NamedInput() {}

    /**
     * The text of a file, of which bytes that are not UTF-8 become U+FFFD.
     *
     * @throws UsageException if the file cannot be read
     */
    public static String text(Path file) {
        return new String(bytes(file), StandardCharsets.UTF_8);
    }

    /**
     * The text of a file that is JSON.
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
            throw new UsageException(file + " is not JSON: it is not text in UTF-8");
        }
    }

    /**
     * Checks that a file that another reader opens is a regular one.
     *
     * @throws UsageException if it is not
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
