package io.github.hpjvm.console.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.hpjvm.console.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRingTest {
    private static final Instant BEGIN = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final FileRing.Limits LIMITS =
            new FileRing.Limits(64 << 10, 100, Duration.ofHours(1), 8 << 10, Duration.ofMinutes(5));

    @TempDir
    private Path folder;

    private FileRing ring(FileRing.Limits limits) throws IOException {
        return new FileRing(folder, "fine", ".gz", limits);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.sorted().toList();
        }
    }

    private List<String> names() throws IOException {
        return files().stream().map(file -> file.getFileName().toString()).toList();
    }

    private long onDisk() throws IOException {
        long sum = 0;
        for (Path file : files()) {
            sum += (Files.size(file) + 4095) / 4096 * 4096;
        }
        return sum;
    }

    @Test
    void piecesFollowEachOtherInAFileOfTheOwnerAlone() throws IOException {
        try (FileRing ring = ring(LIMITS)) {
            ring.append(BEGIN, new byte[] {1, 2});
            ring.append(BEGIN.plusSeconds(299), new byte[] {3});
            ring.append(BEGIN.plusSeconds(300), new byte[] {4});
        }
        assertEquals(List.of("fine-20260102T030405678Z.gz", "fine-20260102T030905678Z.gz"), names());
        assertEquals(3, Files.size(files().get(0)));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(files().get(0))));
    }

    /** A process that was killed may have left half a piece. */
    @Test
    void aFileOfAnEarlierProcessIsNotContinued() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (FileRing ring = ring(LIMITS)) {
                ring.append(BEGIN, new byte[] {1});
            }
        }
        assertEquals(List.of("fine-20260102T030405678Z.gz", "fine-20260102T030405679Z.gz"), names());
    }

    @Test
    void theRingNeverExceedsItsSize() throws IOException {
        long seed = Long.getLong("hp.seed", System.nanoTime());
        Random random = new Random(seed);
        Instant now = BEGIN;
        FileRing ring = ring(LIMITS);
        for (int i = 0; i < 3000; i++) {
            if (random.nextInt(50) == 0) {
                ring.close();
                ring = ring(LIMITS);
            }
            now = now.plusMillis(random.nextInt(20_000) - 2000);
            ring.append(now, new byte[random.nextInt(5000)]);
            assertTrue(onDisk() <= LIMITS.bytes(), () -> "seed " + seed);
        }
        ring.close();
        assertTrue(onDisk() > LIMITS.bytes() / 2, () -> "seed " + seed);
    }

    @Test
    void filesOfARestartedProcessAreBounded() throws IOException {
        FileRing.Limits few = new FileRing.Limits(64 << 20, 10, Duration.ofDays(1), 1 << 20, Duration.ofHours(1));
        for (int i = 0; i < 50; i++) {
            try (FileRing ring = ring(few)) {
                ring.append(BEGIN.plusSeconds(i), new byte[1]);
            }
        }
        assertEquals(10, files().size());
        assertEquals("fine-20260102T030454678Z.gz", names().get(9));
    }

    @Test
    void oldFilesAndNoOthersAreDeleted() throws IOException {
        List<String> others =
                List.of("fine-1.gz", "fine-99999999T999999999Z.gz", "coarse-20260102T030405678Z.gz", "notes");
        for (String other : others) {
            Files.createFile(folder.resolve(other));
        }
        Files.createSymbolicLink(folder.resolve("fine-20200102T030405678Z.gz"), folder.resolve("notes"));
        try (FileRing ring = ring(LIMITS)) {
            for (int minute = 0; minute < 200; minute += 5) {
                ring.append(BEGIN.plusSeconds(60L * minute), new byte[] {1});
            }
        }
        assertEquals(5 + 14, files().size(), () -> "files of the last hour, and the one that began before it");
        assertTrue(names().containsAll(others), () -> others.toString());
    }

    @Test
    void aClockThatIsWrongForAMomentDeletesOneFileForEachPiece() throws IOException {
        try (FileRing ring = ring(LIMITS)) {
            for (int minute = 0; minute < 50; minute += 5) {
                ring.append(BEGIN.plusSeconds(60L * minute), new byte[] {1});
            }
            int before = files().size();
            ring.append(BEGIN.plus(Duration.ofDays(10_000)), new byte[] {2});
            assertEquals(before, files().size());
            ring.append(BEGIN.plusSeconds(60L * 55), new byte[] {3});
            assertTrue(files().size() >= before, "too few files");
        }
    }

    /** A clock that is set back does not make the newest data the first to be deleted. */
    @Test
    void namesKeepTheOrderOfTheFiles() throws IOException {
        try (FileRing ring = ring(LIMITS)) {
            ring.append(BEGIN, new byte[] {1});
            ring.append(BEGIN.minusSeconds(3600), new byte[] {2});
        }
        assertEquals(List.of("fine-20260102T030405678Z.gz", "fine-20260102T030405679Z.gz"), names());
        assertEquals(2, Files.readAllBytes(files().get(1))[0]);
    }

    @Test
    void aPieceThatDoesNotFitIsRefusedAndTheNextOneIsWritten() throws IOException {
        try (FileRing ring = ring(LIMITS)) {
            ring.append(BEGIN, new byte[] {1});
            assertThrows(IOException.class, () -> ring.append(BEGIN, new byte[17 << 10]));
            ring.append(BEGIN, new byte[] {2});
        }
        assertEquals(2, Files.size(files().get(0)));
    }

    @Test
    void oneProcessRecordsIntoAFolder() throws IOException {
        FolderLock lock = FolderLock.of(folder);
        UsageException refused = assertThrows(UsageException.class, () -> FolderLock.of(folder));
        assertTrue(refused.getMessage().startsWith("another process records into "), refused.getMessage());
        lock.close();
        FolderLock.of(folder).close();
    }

    /** A process that was killed, or an earlier version on a full disk, left them. */
    @Test
    void emptyFilesDoNotCount() throws IOException {
        try (FileRing ring = ring(LIMITS)) {
            ring.append(BEGIN, new byte[] {1});
        }
        Files.createFile(folder.resolve("fine-20260102T040405678Z.gz"));
        Files.createFile(folder.resolve("coarse-20260102T040405678Z.gz"));
        try (FileRing ring = ring(LIMITS)) {
            assertEquals(Optional.of(BEGIN), ring.newest());
        }
        assertEquals(List.of("coarse-20260102T040405678Z.gz", "fine-20260102T030405678Z.gz"), names());
    }
}
