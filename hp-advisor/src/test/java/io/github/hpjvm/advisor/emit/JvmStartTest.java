package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.with;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.action.JvmFlag;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.read.vm.JvmArguments;
import io.github.hpjvm.os.text.JavaOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The variable with flags that the forms write: what it has already, less and more flags. */
class JvmStartTest {
    private static final String LARGE = "-XX:+UseLargePages";
    private static final String SMALL = "-XX:-UseLargePages";

    @TempDir
    Path folder;

    @Test
    void quotesOfTheVariableStay() throws IOException {
        Path process = Files.createDirectories(folder.resolve("4242"));
        Files.writeString(process.resolve("cmdline"), "/usr/bin/java\0com.example.Shop\0");
        Files.writeString(
                process.resolve("environ"),
                "JDK_JAVA_OPTIONS=-Xlog:gc*:file=\"/var/log/my app/gc.log\" " + SMALL + " @more.args\0");
        Jvm jvm = with(JvmSamples.g1(17), "environment", new JvmArguments(folder, 4242).environment());
        JvmStart start = JvmStart.of(Situations.of(jvm, new JvmFlag(List.of(LARGE), List.of(SMALL))));
        assertEquals(
                List.of("-Xlog:gc*:file=/var/log/my app/gc.log", "@more.args", LARGE),
                JavaOptions.words(start.replaced().orElseThrow()));
    }
}
