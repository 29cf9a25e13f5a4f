package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFilesTest {
    /** An id that the JDK does not find: neither has a user that name, nor is it an int. */
    private static final long WITHOUT_NAME = 4_000_000_000L;

    @TempDir
    private Path process;

    private Path root;

    @BeforeEach
    void tree() throws IOException {
        root = Files.createDirectory(process.resolve("root"));
    }

    private long uid(Path path) throws IOException {
        return ((Number) Files.getAttribute(path, "unix:uid")).longValue();
    }

    @Test
    void userOwnsTheFilesOfItsId() throws IOException {
        assertEquals(Optional.of(Files.getOwner(root)), new TargetFiles(root).user(uid(root)));
    }

    @Test
    void userOfAnotherIdOwnsThemNot() throws IOException {
        assertNotEquals(Optional.of(Files.getOwner(root)), new TargetFiles(root).user(uid(root) + 1));
    }

    @Test
    void userNeedsNoName() throws IOException {
        assumeTrue(uid(process) == 0, "only root gives files away");
        for (Path path : new Path[] {process, root}) {
            Files.setAttribute(path, "unix:uid", (int) WITHOUT_NAME);
        }
        assertEquals(Optional.of(Files.getOwner(root)), new TargetFiles(root).user(WITHOUT_NAME));
    }
}
