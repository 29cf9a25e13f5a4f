package io.github.hpjvm.console.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {

    /** Under {@code LC_ALL=C} the encoding of stdout is ASCII. */
    @Test
    void aFormatInUtf8IsThatInEachLocale() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Console.utf8(new PrintStream(bytes, true, StandardCharsets.US_ASCII)).println("jvm=\"café\"");
        assertEquals("jvm=\"café\"\n", bytes.toString(StandardCharsets.UTF_8));
    }
}
