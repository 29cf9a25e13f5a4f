package io.github.hpjvm.bench.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockTableTest {
    private static final String TABLE = """
            1: FLOCK  ADVISORY  WRITE 101 00:16:3560 0 EOF
            2: POSIX  ADVISORY  READ 102 00:16:3560 0 EOF
            2: -> POSIX  ADVISORY  WRITE 103 00:16:3560 0 EOF
            3: POSIX  ADVISORY  WRITE 104 00:16:35601 0 EOF
            4: POSIX  ADVISORY  WRITE 105 00:16:3560 0 EOF
            5: OFDLCK ADVISORY  WRITE -1 00:17:77 0 EOF
            """;

    @TempDir
    Path folder;

    @Test
    void namesOnlyTheHolderOfAnExclusiveLock() {
        assertEquals(OptionalLong.of(105), LockTable.holder(TABLE, "00:16:3560"));
        assertEquals(OptionalLong.empty(), LockTable.holder(TABLE, "00:17:77"));
        assertEquals(OptionalLong.empty(), LockTable.holder("", "00:17:77"));
    }

    @Test
    void findsALockOfThisProcess() throws IOException {
        Path file = Files.createFile(folder.resolve("lock"));
        assertEquals(OptionalLong.empty(), LockTable.holder(file));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.lock();
            assertEquals(OptionalLong.of(ProcessHandle.current().pid()), LockTable.holder(file));
        }
    }
}
