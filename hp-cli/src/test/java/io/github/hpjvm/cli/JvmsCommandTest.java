package io.github.hpjvm.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.vm.HsErr;
import java.util.List;
import org.junit.jupiter.api.Test;

class JvmsCommandTest {

    private static final String LOG = """
            # SIGBUS (0x7) at pc=0x00007fb1f370472c, pid=4242, tid=4243
            # JRE version: OpenJDK Runtime Environment (17.0.9+9) (build 17.0.9+9-LTS)
            # Java VM: OpenJDK 64-Bit Server VM (17.0.9+9-LTS, mixed mode, g1 gc, linux-amd64)

            VM Arguments:
            jvm_args: -XX:+UseG1GC -Xmx8g -XX:+UseLargePages
            java_command: com.example.Shop --token canary7
            """;

    @Test
    void oneLineForEach() {
        Jvm jvm = HsErr.parse(LOG).jvm();
        List<String> lines = JvmsCommand.table(List.of(jvm));
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).startsWith(" PID  USER"), lines.get(0));
        assertEquals(
                List.of("4242", "?", "17.0.9+9-LTS", "G1", "8 GiB", "HUGETLB", "?", "com.example.Shop"),
                List.of(lines.get(1).strip().split(" {2,}")));
    }

    @Test
    void nobodyIsATitleAlone() {
        assertEquals(1, JvmsCommand.table(List.of()).size());
    }
}
