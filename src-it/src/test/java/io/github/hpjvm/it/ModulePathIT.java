package io.github.hpjvm.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.it.lab.Cli;
import io.github.hpjvm.it.lab.Jdks;
import io.github.hpjvm.it.lab.LiveJvm;
import io.github.hpjvm.it.lab.Program;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars as modules: what one module does not export to another, or open, is seen at run time only. */
@Tag("beside")
class ModulePathIT {
    @TempDir
    private Path folder;

    private static Program program(Object... arguments) {
        return Program.of(Jdks.running().java().toString())
                .unset("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
                .with(
                        "-p",
                        Cli.tree().resolve("lib"),
                        "--add-modules",
                        "com.sun.jna,com.github.oshi",
                        "-m",
                        "io.github.hpjvm.cli/io.github.hpjvm.cli.Main")
                .with(arguments);
    }

    private static String answer(Object... arguments) {
        Program.Ended ended = program(arguments).run();
        assertEquals(0, ended.exitCode(), ended.out() + ended.err());
        return ended.out();
    }

    @Test
    void theCommandsWork() {
        assertTrue(answer("--version").startsWith("hp-cli " + System.getProperty("hp.version") + ","));
        assertTrue(answer("host").contains("THP"));
        assertTrue(answer("fleet", "--help").contains("Usage"));
        try (LiveJvm jvm = LiveJvm.start(Jdks.running(), folder, List.of("-Xmx64m"))) {
            assertTrue(answer("advise", jvm.pid()).contains("heap"));
            assertTrue(answer("size", jvm.pid(), "--format", "json").contains("\"pages\""));
            assertTrue(answer("snapshot", jvm.pid()).contains("\"schemaVersion\""));
        }
    }
}
