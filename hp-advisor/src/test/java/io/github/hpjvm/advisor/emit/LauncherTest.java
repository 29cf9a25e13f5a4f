package io.github.hpjvm.advisor.emit;

import static io.github.hpjvm.advisor.FactsSamples.denied;
import static io.github.hpjvm.advisor.FactsSamples.known;
import static io.github.hpjvm.advisor.FactsSamples.with;
import static io.github.hpjvm.advisor.JvmSamples.g1;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {
    @ParameterizedTest
    @CsvSource({
        "17, java, JDK_JAVA_OPTIONS",
        "17, /opt/jdk-17/bin/java, JDK_JAVA_OPTIONS",
        "8, /opt/jdk8/bin/java, JAVA_TOOL_OPTIONS",
        "17, /usr/bin/jsvc, JAVA_TOOL_OPTIONS",
        "17, ./embed, JAVA_TOOL_OPTIONS",
        "21, jsvc.exec, JAVA_TOOL_OPTIONS"
    })
    void programDecidesTheVariable(int release, String program, String variable) {
        assertEquals(
                variable,
                Launcher.of(with(g1(release), "commandLine", known(List.of(program, "-Xmx1g"), "/proc/1/cmdline")))
                        .variable());
    }

    @Test
    void anUnknownProgramIsTheLauncher() {
        assertEquals(Launcher.JAVA, Launcher.of(with(g1(17), "commandLine", denied("/proc/1/cmdline"))));
    }
}
