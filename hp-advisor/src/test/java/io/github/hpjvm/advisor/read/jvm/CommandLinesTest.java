package io.github.hpjvm.advisor.read.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.FactsSamples;
import io.github.hpjvm.advisor.JvmSamples;
import io.github.hpjvm.advisor.advice.Advice;
import io.github.hpjvm.advisor.advice.Advisor;
import io.github.hpjvm.advisor.facts.Facts;
import io.github.hpjvm.advisor.facts.Jvm;
import io.github.hpjvm.advisor.json.AdviceJson;
import io.github.hpjvm.advisor.json.FactsJson;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CommandLinesTest {

    /** As a version before this rule wrote it: the whole command line, and no number of arguments. */
    private static Facts old() {
        Jvm jvm = JvmSamples.g1(17, "-XX:+UseTransparentHugePages")
                .withCommandLine(
                        FactsSamples.known(
                                List.of("java", "-Da=canary", "-cp", "x", "Shop", "-pcanary", "canary"),
                                "/proc/4242/cmdline"),
                        Optional.of(0));
        String document = FactsJson.write(FactsSamples.facts(FactsSamples.host(), jvm));
        assertTrue(document.contains("\"programArguments\" : 0"), document);
        return FactsJson.read(document.replace("\"programArguments\" : 0,", ""));
    }

    @Test
    void reducesTheCommandLineOfAnOldSnapshot() {
        Facts facts = old();
        Jvm jvm = facts.jvms().get(0);
        assertEquals(Optional.empty(), jvm.programArguments());
        Jvm reduced = CommandLines.reduced(jvm);
        assertEquals(
                List.of("java", "-Da=***", "-cp", "x", "Shop"),
                reduced.commandLine().known().orElseThrow());
        assertEquals(Optional.of(2), reduced.programArguments());
        assertFalse(AdviceJson.write(Advisor.advise(facts, reduced)).contains("canary"));
        assertEquals(verdicts(Advisor.advise(facts, jvm)), verdicts(Advisor.advise(facts, reduced)));
    }

    private static List<String> verdicts(Advice advice) {
        return Stream.concat(
                        advice.outcomes().stream()
                                .map(o -> o.rule() + " " + o.getClass().getSimpleName()),
                        advice.plan().actions().stream().map(Object::toString))
                .toList();
    }

    @Test
    void leavesAReducedCommandLine() {
        Jvm jvm = JvmSamples.g1(17);
        assertSame(jvm, CommandLines.reduced(jvm));
    }

    @Test
    void writesACommandInOneLine() {
        assertEquals(
                "java -Xmx1g -jar a.jar (2 arguments)",
                CommandLines.text(List.of("java", "-Xmx1g", "-jar", "a.jar", "-p", "canary")));
        assertEquals("/opt/run (1 argument)", CommandLines.text(List.of("/opt/run", "canary")));
        assertEquals("/opt/run", CommandLines.text(List.of("/opt/run")));
        assertEquals("server", CommandLines.text(List.of("server --pin canary")));
        assertEquals("", CommandLines.text(List.of()));
    }

    @Test
    void findsTheArgumentsThatATextLeavesOut() {
        assertEquals(
                List.of("-p", "canary"),
                CommandLines.programArguments(List.of("java", "-Xmx1g", "-cp", "a b", "A", "-p", "canary")));
        assertEquals(List.of("-Da=b"), CommandLines.programArguments(List.of("./run.sh", "-Da=b")));
        assertEquals(List.of(), CommandLines.programArguments(List.of("java", "-Da=b", "-jar", "a.jar")));
        assertEquals(List.of(), CommandLines.programArguments(List.of()));
    }
}
