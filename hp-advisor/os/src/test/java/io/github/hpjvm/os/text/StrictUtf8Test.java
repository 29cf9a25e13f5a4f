package io.github.hpjvm.os.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StrictUtf8Test {
    @Test
    void decodesTextAndNothingElse() throws CharacterCodingException {
        assertEquals(
                "caf\u00e9 \ud83d\ude00", StrictUtf8.decode("caf\u00e9 \ud83d\ude00".getBytes(StandardCharsets.UTF_8)));
        assertThrows(CharacterCodingException.class, () -> StrictUtf8.decode(new byte[] {'a', (byte) 0xe9}));
        assertThrows(CharacterCodingException.class, () -> StrictUtf8.decode(new byte[] {(byte) 0xc0, (byte) 0x80}));
    }
}
