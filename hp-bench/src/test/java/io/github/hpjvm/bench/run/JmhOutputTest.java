package io.github.hpjvm.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JmhOutputTest {
    private final JmhOutput output = new JmhOutput();

    @Test
    void keepsOutputInOrder() {
        output.print("a");
        output.println("b");
        output.write('c');
        output.write("dé".getBytes(StandardCharsets.UTF_8));
        output.flush();
        output.close();
        assertEquals("ab\ncdé", output.text());
    }

    @Test
    void omitsVerboseOutput() {
        output.verbosePrintln("x");
        assertEquals("", output.text());
    }

    @Test
    void limitsTheOutputInMemory() {
        String line = "x".repeat(1 << 16);
        for (int i = 0; i < 200; i++) {
            output.println(line);
        }
        assertTrue(output.text().length() < 5 << 20);
        assertTrue(output.text().startsWith(line));
    }
}
