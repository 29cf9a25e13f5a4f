package io.github.hpjvm.bench.host;

import io.github.hpjvm.os.text.ShellQuote;
import java.nio.file.Path;

/**
 * A value to write to a kernel file. The constructor throws an IllegalArgumentException if the file or the value has another
 * form.
 *
 * @param file absolute and normalised, below {@code /sys} or {@code /proc/sys}, without control characters
 * @param value one non-blank line without control characters; for a choice file such as
 *     {@code /sys/kernel/mm/transparent_hugepage/enabled} the value alone, without brackets
 */
public record HostChange(Path file, String value) {
    private static final Path SYSFS = Path.of("/sys");
    private static final Path SYSCTL = Path.of("/proc/sys");

    public HostChange {
        requireKernelFile(file);
        requireLine(value);
    }

    /** The same change as a command for a root shell, such as {@code echo 0 > /proc/sys/vm/nr_hugepages}. */
    public String command() {
        return "echo " + ShellQuote.word(value) + " > " + ShellQuote.word(file.toString());
    }

    static void requireKernelFile(Path file) {
        String shown = PlainText.clean(file.toString());
        if (!file.isAbsolute() || !file.equals(file.normalize())) {
            throw new IllegalArgumentException("not an absolute, normalised path: " + shown);
        }
        if (!file.startsWith(SYSFS) && !file.startsWith(SYSCTL)) {
            throw new IllegalArgumentException("not a file of /sys or /proc/sys: " + shown);
        }
        if (!PlainText.isOneLine(file.toString())) {
            throw new IllegalArgumentException("the path has control characters: " + shown);
        }
    }

    static void requireLine(String value) {
        if (!PlainText.isOneLine(value)) {
            throw new IllegalArgumentException("not one plain line: '" + PlainText.clean(value) + "'");
        }
    }
}
