package io.github.hpjvm.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The kernel's list of file locks, {@code /proc/locks} (proc_locks(5)). A process cannot write it, so it names the
 * holder of a lock reliably. It leaves out holders of other PID namespaces.
 */
final class LockTable {
    private static final Path FILE = Path.of("/proc/locks");
    private static final int FIELDS = 8;

    private LockTable() {}

    /** The process that holds an exclusive fcntl lock on this file. The file may be inaccessible to this process. */
    static OptionalLong holder(Path file) {
        try {
            return holder(Files.readString(FILE), idOf(file));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /** The process that holds an exclusive lock on the inode with that id. */
    static OptionalLong holder(String table, String id) {
        return table.lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(words -> words.length == FIELDS
                        && words[1].equals("POSIX")
                        && words[3].equals("WRITE")
                        && words[5].equals(id)
                        && words[4].matches("[1-9][0-9]{0,9}"))
                .mapToLong(words -> Long.parseLong(words[4]))
                .findFirst();
    }

    /** The name of the inode in the table: {@code MAJOR:MINOR:INODE}, two hexadecimal numbers and a decimal one. */
    static String idOf(Path file) throws IOException {
        UnixAttributes seen = UnixAttributes.of(file, "dev,ino");
        long device = seen.number("dev");
        long major = device >>> 8 & 0xfff | device >>> 32 & 0xfffff000L;
        long minor = device & 0xff | device >>> 12 & 0xffffff00L;
        return String.format(Locale.ROOT, "%02x:%02x:%d", major, minor, seen.number("ino"));
    }
}
