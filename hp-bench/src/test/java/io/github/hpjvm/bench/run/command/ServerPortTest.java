package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerPortTest {
    private static final ServerPort PORT = new ServerPort(8123);

    @Test
    void replacesThePlaceholder() {
        assertEquals(
                List.of("-Dport=8123", "http://localhost:8123/a?b=8123", "{ports}", "port"),
                PORT.in(List.of("-Dport={port}", "http://localhost:{port}/a?b={port}", "{ports}", "port")));
    }

    @Test
    void theVariableReplacesOneOfTheCaller() {
        assertEquals(Map.of("HP_PORT", "8123", "A", "{port}"), PORT.in(Map.of("HP_PORT", "1", "A", "{port}")));
    }

    @Test
    void thePlaceholderOrTheVariableMarksAnOpenPort() {
        assertTrue(ServerPort.isOpen(List.of("java", "--port={port}")));
        assertTrue(ServerPort.isOpen(List.of("sh", "-c", "java Main $HP_PORT")));
        assertFalse(ServerPort.isOpen(List.of("java", "--port=8080")));
        assertFalse(ServerPort.isOpen(List.of()));
    }

    @Test
    void findsAFreePort() {
        int port = ServerPort.free().number();
        assertTrue(port > 0 && port < 65536, () -> String.valueOf(port));
    }
}
