package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostFilesTest {
    @TempDir
    Path root;

    private FakeHost host;

    @BeforeEach
    void makeHost() throws IOException {
        host = FakeHost.in(root);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[always] madvise never", "always [always]", "[always]"})
    void readsTheValueInBrackets(String text) throws IOException {
        host.set(FakeHost.THP, text);

        assertEquals("always", host.files().value(FakeHost.THP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"700", "4096 87380 6291456", "x[1]y"})
    void readsOtherTextUnchanged(String text) throws IOException {
        host.set(FakeHost.POOL, "  " + text + " ");

        assertEquals(text, host.files().value(FakeHost.POOL));
    }

    @Test
    void replacesTheWholeValue() throws IOException {
        host.set(FakeHost.POOL, "123456789");

        host.files().write(new HostChange(FakeHost.POOL, "7"));

        assertEquals("7\n", Files.readString(host.at(FakeHost.POOL)));
    }

    @Test
    void neverCreatesAFile() {
        Path absent = Path.of("/proc/sys/vm/absent");

        assertThrows(NoSuchFileException.class, () -> host.files().value(absent));
        assertThrows(NoSuchFileException.class, () -> host.files().write(new HostChange(absent, "1")));
        assertFalse(Files.exists(host.at(absent)));
    }

    @Test
    void followsNoLink() throws IOException {
        Path precious = Files.writeString(root.resolve("precious"), "gold\n");
        Path link = Path.of("/proc/sys/vm/link");
        Files.createSymbolicLink(host.at(link), precious);

        assertThrows(IOException.class, () -> host.files().write(new HostChange(link, "1")));
        assertEquals("gold\n", Files.readString(precious));
    }

    @Test
    void refusesTextThatIsNotAKernelValue() throws IOException {
        host.set(FakeHost.POOL, "9".repeat(5000));

        assertThrows(IOException.class, () -> host.files().value(FakeHost.POOL));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/etc/shadow", "proc/sys/vm/x", "/sys/../etc/shadow", "/proc/1/mem", "/sysx/y", "/sys/a\nb"})
    void changesOnlyKernelFiles(String file) {
        assertThrows(IllegalArgumentException.class, () -> new HostChange(Path.of(file), "1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1\n", "1\n2", "a\u001bb", "a\u202eb", " 1"})
    void writesOnlyPlainLines(String value) {
        assertThrows(IllegalArgumentException.class, () -> new HostChange(FakeHost.POOL, value));
    }

    @Test
    void printsTheShellCommand() {
        assertEquals("echo 0 > /proc/sys/vm/nr_hugepages", new HostChange(FakeHost.POOL, "0").command());
        assertEquals("echo '1 $(x) '\\''y' > '/sys/a b'", new HostChange(Path.of("/sys/a b"), "1 $(x) 'y").command());
    }

    @Test
    void cleansUntrustedText() {
        assertEquals("a[31mbc", PlainText.clean(" a\u001b[31m\tb\r\n\u202ec\u2028 "));
        assertEquals(PlainText.LONGEST, PlainText.clean("x".repeat(1000)).length());
        assertEquals("x".repeat(199), PlainText.clean("x".repeat(199) + "\ud83d\ude00"));
    }
}
