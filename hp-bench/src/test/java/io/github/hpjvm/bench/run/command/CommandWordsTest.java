package io.github.hpjvm.bench.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandWordsTest {
    private static String shown(String... words) {
        return CommandWords.shown(List.of(words), false);
    }

    @Test
    void thePathOfAProgramMayHaveBlanks() {
        assertEquals("'/opt/jdk 17/bin/java' -jar app.jar", shown("/opt/jdk 17/bin/java", "-jar", "app.jar"));
        assertEquals("'/opt/my app/run' (1 argument)", shown("/opt/my app/run", "canary"));
    }

    @Test
    void argumentsAreCounted() {
        assertEquals(
                "java -Xmx1g -jar app.jar (2 arguments)", shown("java", "-Xmx1g", "-jar", "app.jar", "-p", "canary"));
        assertEquals("run.sh", shown("run.sh"));
    }
}
