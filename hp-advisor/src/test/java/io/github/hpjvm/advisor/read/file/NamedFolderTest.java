package io.github.hpjvm.advisor.read.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.github.hpjvm.advisor.read.file.NamedFolder.Listing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFolderTest {
    private static final List<String> JSON = List.of(".json", ".json.gz");

    @TempDir
    private Path folder;

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, "{}");
    }

    private List<String> names(Listing listing) {
        return listing.files().stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    @Test
    void listsFilesOfAllFoldersInOrder() throws IOException {
        file("b.json");
        file("c/d.json.gz");
        file("a.txt");
        file("a/z.json");
        Listing listing = NamedFolder.list(folder, JSON);
        assertEquals(List.of("a/z.json", "b.json", "c/d.json.gz"), names(listing));
        assertEquals(List.of(), listing.unlisted());
    }

    @Test
    void linksToFoldersAreNotFollowed() throws IOException {
        file("a/b.json");
        Files.createSymbolicLink(folder.resolve("a/loop"), folder);
        Files.createSymbolicLink(folder.resolve("a/c.json"), folder.resolve("a/b.json"));
        assertEquals(List.of("a/b.json", "a/c.json"), names(NamedFolder.list(folder, JSON)));
    }

    @Test
    void folderWithoutPermissionTakesNoOtherFileAway() throws IOException {
        file("a/b.json");
        file("m/c.json");
        file("z.json");
        Path denied = folder.resolve("m");
        Files.setPosixFilePermissions(denied, PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(denied), "this user may list every folder");
            Listing listing = NamedFolder.list(folder, JSON);
            assertEquals(List.of("a/b.json", "z.json"), names(listing));
            assertEquals(
                    denied + ": cannot list its files: permission denied",
                    listing.unlisted().get(0).toString());
        } finally {
            Files.setPosixFilePermissions(denied, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void deepFolderIsNamedAndTakesNoOtherFileAway() throws IOException {
        file("d/".repeat(70) + "deep.json");
        file("e/f.json");
        Listing listing = NamedFolder.list(folder, JSON);
        assertEquals(List.of("e/f.json"), names(listing));
        assertEquals(1, listing.unlisted().size());
        assertTrue(listing.unlisted().get(0).excerpt().contains("64 folders deep"), listing.toString());
    }

    @Test
    void missingFolderIsUnlisted() {
        Listing listing = NamedFolder.list(folder.resolve("none"), JSON);
        assertEquals(List.of(), listing.files());
        assertEquals("there is no such folder", listing.unlisted().get(0).excerpt());
    }
}
