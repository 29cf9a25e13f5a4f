package io.github.hpjvm.cli.jdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.advisor.facts.Collector;
import io.github.hpjvm.advisor.term.Bytes;
import io.github.hpjvm.advisor.term.PageKind;
import io.github.hpjvm.bench.jdk.JdkCase;
import io.github.hpjvm.bench.jdk.JdkHost;
import io.github.hpjvm.bench.jdk.JdkResult;
import io.github.hpjvm.bench.jdk.JdkResult.Status;
import io.github.hpjvm.bench.jdk.JdkSighting;
import io.github.hpjvm.cli.Called;
import io.github.hpjvm.console.error.BenchException;
import io.github.hpjvm.console.terminal.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class JdkVerifyTest {
    @TempDir
    private Path folder;

    private static JdkResult result(Status status, PageKind mapped) {
        return new JdkResult(
                new JdkCase(Collector.G1, JdkCase.Pages.THP, Bytes.ofMiB(64), JdkHost.UNCHANGED),
                status,
                Optional.of(PageKind.THP),
                new JdkSighting(Optional.of(mapped), Bytes.ofMiB(64), Optional.empty(), "", false),
                "",
                List.of(),
                Duration.ofSeconds(1));
    }

    @Test
    void aDifferenceIsAFinding() {
        assertEquals(0, JdkVerify.exitCode(List.of(result(Status.SAME, PageKind.THP))));
        assertEquals(
                3,
                JdkVerify.exitCode(
                        List.of(result(Status.SAME, PageKind.THP), result(Status.DIFFERENT, PageKind.BASE))));
        assertEquals(4, JdkVerify.exitCode(List.of(result(Status.UNKNOWN, PageKind.THP))));
    }

    @Test
    void anotherBuildIsComparedInEachCase() {
        List<JdkResult> compared = JdkVerify.compared(
                List.of(result(Status.SAME, PageKind.THP)), List.of(result(Status.SAME, PageKind.BASE)));
        assertEquals(Status.DIFFERENT, compared.get(0).status());
        assertEquals("mapped THP, the other build BASE", compared.get(0).reason());
        List<JdkResult> same = List.of(result(Status.SAME, PageKind.THP));
        assertEquals(same, JdkVerify.compared(same, same));
    }

    @Test
    void theResultsArePrintedThoughTheFileCannotBeWritten() {
        JdkVerify verify = CommandLine.populateCommand(
                new JdkVerify(),
                "/jdk",
                "--export-junit",
                folder.resolve("absent/x.xml").toString());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Console console = Console.visible(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(new ByteArrayOutputStream()),
                false,
                false,
                false);
        List<JdkResult> results = List.of(result(Status.SAME, PageKind.THP));
        BenchException e =
                assertThrows(BenchException.class, () -> verify.report("21.0.9", Optional.empty(), results, console));
        assertTrue(e.getMessage().startsWith("cannot write "), e.getMessage());
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("21.0.9"), out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void refusesAFolderWithoutJava() {
        Called called = Called.with("jdk", "verify", folder.toString());
        assertEquals(2, called.exitCode());
        assertTrue(called.err().contains("is not a Java home"), called.err());
        assertEquals(2, Called.with("jdk").exitCode());
        Called pattern = Called.with("jdk", "verify", folder.toString(), "--cases", "(");
        assertEquals(2, pattern.exitCode());
        assertTrue(pattern.err().contains("--cases: not a regular expression"), pattern.err());
        assertEquals(2, Called.with("jdk", "verify").exitCode());
    }
}
