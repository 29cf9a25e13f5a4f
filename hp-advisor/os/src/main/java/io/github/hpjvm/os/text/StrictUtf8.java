package io.github.hpjvm.os.text;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text of bytes that must be UTF-8. */
public final class StrictUtf8 {
    private StrictUtf8() {}

    /**
     * Returns the text.
     *
     * @throws CharacterCodingException if the bytes are not UTF-8
     */
    public static String decode(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }
}
