package io.github.hpjvm.bench.run.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.bench.Lab;
import io.github.hpjvm.console.error.BenchException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptOutputTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path folder;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private String kept(InputStream from) throws IOException {
        Path file = folder.resolve("out");
        KeptOutput output = new KeptOutput(from, file, lines::add);
        output.await();
        output.close();
        return Files.readString(file);
    }

    private String kept(String text) throws IOException {
        return kept(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void keepsShortOutput() throws IOException {
        assertEquals("one\r\ntwo\n\nthree", kept("one\r\ntwo\n\nthree"));
        assertEquals(List.of("one", "two", "", "three"), lines, "without line ends of either kind");
    }

    @Test
    void keepsBeginningAndEndOfLongOutput() throws IOException {
        long many = Lab.RUNS ? 3_000_000_000L : 30_000_000;
        String kept = kept(new InputStream() {
            private long at;

            @Override
            public int read() {
                return at == many ? -1 : at++ % 100 == 99 ? '\n' : at > many - 100 ? 'z' : 'a';
            }

            /** One line at a time: byte by byte would take most of the time of the test. */
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (at == many || at % 100 != 0 || length < 100) {
                    return at == many ? -1 : super.read(bytes, offset, length);
                }
                Arrays.fill(bytes, offset, offset + 99, (byte) (at >= many - 100 ? 'z' : 'a'));
                bytes[offset + 99] = '\n';
                at += 100;
                return 100;
            }
        });
        assertTrue(kept.length() < 2 * MIB + 100, () -> kept.length() + " characters");
        assertTrue(kept.startsWith("aaa"));
        assertTrue(kept.endsWith("zzz\n"));
        assertTrue(kept.contains("... " + (many - 2 * MIB) + " bytes omitted ..."));
        assertEquals(many / 100, lines.size());
    }

    @Test
    void adjacentPartsAreComplete() throws IOException {
        String text = "b".repeat(MIB) + "e".repeat(MIB);
        assertEquals(text, kept(text));
    }

    /** Otherwise the program blocks on its output, and the thread prints a stack trace. */
    @Test
    void readsAllOutputIfTheFileCannotBeWritten() {
        Path file = folder.resolve("no such folder/out");
        String text = "line\n".repeat(100_000);
        InputStream from = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        List<Throwable> uncaught = Collections.synchronizedList(new ArrayList<>());
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        try {
            KeptOutput output = new KeptOutput(from, file, lines::add);
            output.await();
            BenchException failed = assertThrows(BenchException.class, output::close);
            assertEquals("cannot write " + file + ": no such folder", failed.getMessage());
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
        assertEquals(100_000, lines.size());
        assertEquals(List.of(), uncaught);
    }

    /** Otherwise the program blocks on its output until its timeout. */
    @Test
    void readsAllOutputIfAListenerFails() throws IOException {
        for (Throwable failure : List.of(new NumberFormatException("x"), new StackOverflowError())) {
            Path file = folder.resolve("out");
            String text = "line\n".repeat(100_000);
            InputStream from = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
            KeptOutput output = new KeptOutput(from, file, line -> {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            });
            output.await();
            IllegalStateException failed = assertThrows(IllegalStateException.class, output::close);
            assertEquals(failure, failed.getCause());
            assertEquals(-1, from.read());
            assertEquals(text, Files.readString(file));
        }
    }

    @Test
    void theLengthOfALineIsLimited() throws IOException {
        kept("c".repeat(5 * MIB) + "\nnext\n");
        assertEquals(1 << 16, lines.get(0).length());
        assertEquals("next", lines.get(1));
    }
}
